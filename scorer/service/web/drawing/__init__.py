"""Tiles, sticks and QR codes as pictures."""

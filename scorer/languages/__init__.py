"""Sentences, and their translations.

``speech`` makes sentences that can be said in another language than English, in which the package
is written; ``translations`` has what they are in the others. It needs the standard library alone.
"""

"""The headers by which browsers know what a page, a file or an answer of the API may do."""

from __future__ import annotations

ENGINE_WORKER = "/engine-worker.js"
# Read by programs, also by pages of other origins.
CROSS_ORIGIN_PATHS = frozenset({"/openapi.json", "/healthz", "/readyz"})

_EVERYWHERE_HEADERS = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), interest-cohort=()"),
]
# Firefox before 133 asks default-src for the faces of the tiles, where others ask img-src: so it is
# not 'none', and what else would ask it is named.
_PAGE_HEADERS = [
    (
        "Content-Security-Policy",
        "default-src 'self'; font-src 'none'; frame-src 'none'; media-src 'none'; "
        "object-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "form-action 'self'; connect-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; frame-ancestors 'none'",
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    *_EVERYWHERE_HEADERS,
]
_DATA_HEADERS = [
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    *_EVERYWHERE_HEADERS,
]
# What a page loads is no page. What only pages heed would be a tenth of the first view, which takes
# twenty scripts and sheets, the same for everybody; a picture may be opened by itself, and then may
# load nothing.
FILE_HEADERS = [("X-Content-Type-Options", "nosniff")]
_PICTURE_HEADERS = [
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    *FILE_HEADERS,
]
# What a phone keeps is sent to pages of any origin, as scripts, and kept for a year.
KEPT_HEADERS = [("Cross-Origin-Resource-Policy", "cross-origin"), *FILE_HEADERS]
# A link to a game or a class that is pasted into a chat reaches robots, and its address is a key.
NO_ROBOTS_HEADER = ("X-Robots-Tag", "noindex, nofollow")
SECURE_HEADER = ("Strict-Transport-Security", "max-age=31536000")
# The worker that scores on a phone runs Python, which is WebAssembly; no page may.
_ENGINE_WORKER_HEADERS = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
        "frame-ancestors 'none'",
    ),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    *_EVERYWHERE_HEADERS,
]


def headers_for(path: str, status: int) -> list[tuple[str, str]]:
    """Return the security headers of an answer at a path with a status."""
    if path == ENGINE_WORKER and status < 400:
        return _ENGINE_WORKER_HEADERS
    if path.startswith("/api/") or path in CROSS_ORIGIN_PATHS:
        return _DATA_HEADERS
    if path.startswith("/kept/") and status < 400:
        return KEPT_HEADERS
    if not path.startswith("/static/") or status >= 400:
        return _PAGE_HEADERS
    return FILE_HEADERS if path.endswith((".js", ".css")) else _PICTURE_HEADERS

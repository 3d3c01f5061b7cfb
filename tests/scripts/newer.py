"""What scripts may not rely on: newer than the oldest browsers that docs/phone.md promises.

Each name is a path from the global object. What is missing in any of them is listed with the first
Safari, or else the first Firefox or Chrome, that has it.
"""

from __future__ import annotations

PROMISED = {"Chrome": "108", "Firefox": "121", "Safari": "15.4"}
FOR_THE_ENGINE = {"Chrome": "108", "Firefox": "147", "Safari": "16.4"}
"""What the scorer on the phone itself takes: modules as service workers, CompressionStream."""

FUNCTIONS = {
    "AbortSignal.timeout": "Safari 16.0",
    "AbortSignal.any": "Safari 17.4",
    "Array.fromAsync": "Safari 16.4",
    "Array.prototype.toReversed": "Safari 16.0",
    "Array.prototype.toSorted": "Safari 16.0",
    "Array.prototype.toSpliced": "Safari 16.0",
    "Array.prototype.with": "Safari 16.0",
    "Document.prototype.startViewTransition": "Safari 18.0",
    "Element.prototype.checkVisibility": "Safari 17.4",
    "HTMLElement.prototype.hidePopover": "Safari 17.0",
    "HTMLElement.prototype.showPopover": "Safari 17.0",
    "HTMLElement.prototype.togglePopover": "Safari 17.0",
    "HTMLFormElement.prototype.requestSubmit": "Safari 16.0",
    "HTMLInputElement.prototype.showPicker": "Safari 16.0",
    "Map.groupBy": "Safari 17.4",
    "Navigator.prototype.vibrate": "not in Safari",
    "Object.groupBy": "Safari 17.4",
    "Promise.try": "Safari 18.2",
    "Promise.withResolvers": "Safari 17.4",
    "Response.json": "Safari 17.0",
    "Set.prototype.difference": "Safari 17.0",
    "Set.prototype.intersection": "Safari 17.0",
    "Set.prototype.isDisjointFrom": "Safari 17.0",
    "Set.prototype.isSubsetOf": "Safari 17.0",
    "Set.prototype.isSupersetOf": "Safari 17.0",
    "Set.prototype.symmetricDifference": "Safari 17.0",
    "Set.prototype.union": "Safari 17.0",
    "StorageManager.prototype.estimate": "Safari 17.0",
    "String.prototype.isWellFormed": "Safari 16.4",
    "String.prototype.toWellFormed": "Safari 16.4",
    "URL.canParse": "Safari 17.0",
    "URL.parse": "Safari 18.0",
    "cancelIdleCallback": "not in Safari",
    "requestIdleCallback": "not in Safari",
}
CLASSES = {
    "CompressionStream": "Safari 16.4",
    "DecompressionStream": "Safari 16.4",
    "Iterator": "Safari 18.4",
}
NAMES = {**FUNCTIONS, **CLASSES}

SYNTAX = {
    r"\(\?<[=!]": "looks behind in a regular expression: Safari 16.4",
    r"/[dgimsuy]*v[dgimsuy]*[.;,)]": "a regular expression with the flag v: Safari 17.0",
    r"\bstatic \{": "static block of a class: Safari 16.4",
    r"^\s*(?:await )?using ": "using: Chrome 134",
    r"^import [^;]* with \{": "attributes of an import: Safari 17.2",
    r"new FormData\([^()]+, ": "FormData with the button that was tapped: Safari 16.4",
    r"\.inert\b": "inert: Safari 15.5",
}
STYLES = {
    r"@container|container-type": "container queries: Safari 16.0",
    r"\((?:width|height) *[<>]": "ranges in media queries: Safari 16.4",
    r"\bcolor-mix\(": "Safari 16.2",
    r"\blight-dark\(": "Safari 17.5",
    r"\boklch\(|\boklab\(": "Chrome 111",
    r"@starting-style|@scope|@property": "Safari 16.4 and later",
    r"^\s*&": "nested rules: Safari 17.2",
    r"\bsubgrid\b": "Safari 16.0",
    r"overflow[a-z-]*: *clip": "Safari 16.0",
    r":user-(?:in)?valid": "Safari 16.5",
    r"[0-9]cq[a-z]+\b": "lengths of a container: Safari 16.0",
}

REMOVE = """
for (const path of NAMES) {
  const parts = path.split(".");
  const name = parts.pop();
  const owner = parts.reduce((at, part) => at?.[part], globalThis);
  if (owner) delete owner[name];
}
// Before Iterator had a name its helpers were missing too.
const helpers = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
for (const name of Object.getOwnPropertyNames(helpers)) delete helpers[name];
// FormData takes no button, and the question whether storage may last is never answered.
const Whole = FormData;
globalThis.FormData = class FormData extends Whole {
  constructor(form) {
    super(form);
  }
};
StorageManager.prototype.persist = () => new Promise(() => {});
"""


def as_promised(names: list[str] | None = None) -> str:
    """A script that takes from a new browser what the oldest promised ones do not have."""
    return f"{{ const NAMES = {sorted(names or NAMES)}; {REMOVE} }}"

"""Settings of Sphinx (https://www.sphinx-doc.org/en/master/usage/configuration.html)."""

from __future__ import annotations

import scorer

project = "mahjong-scorer"
author = "The mahjong-scorer authors"
copyright = "the mahjong-scorer authors"
release = version = scorer.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinx_copybutton",
    "sphinx_design",
]
myst_enable_extensions = ["colon_fence", "html_image"]
myst_heading_anchors = 4


autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
napoleon_use_ivar = True
# What other packages and the standard library define is not documented here.
nitpick_ignore_regex = [("py:.*", r"(?!scorer\.(?:errors|bulk|engine|rulebook)\b).*")]

html_theme = "furo"
html_title = f"mahjong-scorer {release}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

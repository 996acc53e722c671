"""Settings of the documentation (Sphinx with Markdown)."""

import pyboard

project = "pyboard"
author = "the pyboard developers"
project_copyright = "the pyboard developers"
release = version = pyboard.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "pyboard"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
# The specifications are texts of their own and refer to each other by rule numbers, not by links.
suppress_warnings = ["myst.header", "myst.xref_missing"]
autodoc_member_order = "groupwise"
autodoc_typehints = "none"
napoleon_use_rtype = False

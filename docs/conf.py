"""Settings of the documentation; reference pages are written from the members themselves."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import members

project = "tertium"
author = copyright = "The tertium developers"
version = release = installed("tertium")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "tertium"
html_static_path: list[str] = []
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6e8f", "color-brand-content": "#0b6e8f"},
    "dark_css_variables": {"color-brand-primary": "#5cc3e6", "color-brand-content": "#5cc3e6"},
}

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_use_ivar = True  # else fields of named tuples are documented twice
autodoc_member_order = "bysource"

members.write(Path(__file__).parent / "reference")

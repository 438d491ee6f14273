"""Commands of the folder `tools`, as modules."""

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def tool(name: str) -> Any:
    """Load a command by its name."""
    place = ROOT / "tools" / f"{name}.py"
    specification = importlib.util.spec_from_file_location(name, place)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module

"""The output of `tertium --version`."""

import platform
from importlib.metadata import PackageNotFoundError, version

_LIBRARIES = ("numpy", "scipy", "click", "rich")


def version_text() -> str:
    """Version of tertium, its kernels, Python and the libraries."""
    from tertium.kernels import build

    libraries = ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES)
    return (
        f"tertium {_version('tertium')}\n"
        f"kernels: {build()}, stable ABI of Python 3.11\n"
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}\n"
        f"{libraries}"
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"

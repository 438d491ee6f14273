"""Builds the compiled kernels; everything else is in pyproject.toml."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = Path("src/tertium/kernels")


def static_runtime() -> list[str]:
    """Flags that link the C++ runtime into the kernels, where it is installed for that.

    Loading it as a library takes a millisecond at every start.
    """
    compiler = (os.environ.get("CXX") or sysconfig.get_config_var("CXX") or "c++").split()
    if sys.platform != "linux" or not shutil.which(compiler[0]):
        return []
    archive = subprocess.run(
        [*compiler, "-print-file-name=libstdc++.a"], capture_output=True, text=True, check=False
    )
    # A compiler without the archive prints its bare name.
    if not Path(archive.stdout.strip()).is_absolute():
        return []
    return ["-static-libstdc++", "-static-libgcc", "-Wl,--gc-sections", "-Wl,--exclude-libs,ALL"]


if sys.platform == "win32":
    compile_flags, link_flags = ["/std:c++17", "/O2"], []
else:
    compile_flags = ["-std=c++17", "-O3", "-g0", "-fvisibility=hidden"]
    link_flags = static_runtime()

native = Extension(
    "tertium.kernels._native",
    sources=[
        str(KERNELS / "_native.pyx"),
        *sorted(str(source) for source in (KERNELS / "native").glob("*.cpp")),
    ],
    depends=sorted(str(header) for header in (KERNELS / "native").glob("*.hpp")),
    include_dirs=[str(KERNELS)],
    language="c++",
    # One wheel serves Python 3.11 and all later versions.
    py_limited_api=True,
    define_macros=[("Py_LIMITED_API", "0x030B0000"), ("CYTHON_LIMITED_API", "1")],
    extra_compile_args=compile_flags,
    extra_link_args=link_flags,
)

setup(
    ext_modules=cythonize([native], build_dir="build/cython"),
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)

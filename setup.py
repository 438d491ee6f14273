"""Builds the compiled kernels; everything else is in pyproject.toml."""

import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = Path("src/tertium/kernels")

if sys.platform == "win32":
    compile_flags = ["/std:c++17", "/O2"]
else:
    compile_flags = ["-std=c++17", "-O3", "-g0", "-fvisibility=hidden"]

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
)

setup(
    ext_modules=cythonize([native], build_dir="build/cython"),
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)

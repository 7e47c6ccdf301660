"""What pyproject.toml cannot say: the loops in dehusk.core are compiled."""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CORE = Path("src/dehusk/core")

# Sums must not depend on which processor they are taken on. No comparison of numbers traps here:
# where it might, nothing could be worked out for several numbers at once.
GNU_FLAGS = ["-O3", "-ffp-contract=off", "-fno-trapping-math"]

EXTENSIONS = [
    Extension(
        f"dehusk.core.{path.stem}",
        [path.as_posix()],
        extra_compile_args=[] if sys.platform == "win32" else GNU_FLAGS,
    )
    for path in sorted(CORE.glob("*.pyx"))
]

setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=cythonize(
        EXTENSIONS,
        compiler_directives={
            "language_level": 3,
            "boundscheck": True,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    ),
)

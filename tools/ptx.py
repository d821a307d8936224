#!/usr/bin/env python3
"""Compiles a kernel for NVIDIA's cards, with all sources that it needs, to PTX.

    ptx.py CLANG GAME REGISTERS OUTPUT DEPFILE KERNEL SOURCE... -- FLAG...

The sources become LLVM bitcode and are linked into the kernel before anything is optimised, so that
what it does not use is left out and the rest can be inlined. A lane of the first kernel takes no more than
REGISTERS, so that more lanes find room beside it."""
import pathlib
import re
import subprocess
import sys
import tempfile

TARGET = ["--target=nvptx64-nvidia-cuda", "-march=sm_70", "-Xclang", "-target-feature", "-Xclang", "+ptx63", "-nogpulib", "-std=c17", "-O3", "-ffreestanding", "-DNDEBUG",
          # Numbers are those of the processor: no multiplication is fused with an addition.
          "-ffp-contract=off", "-fno-math-errno",
          # A call costs much, and what is reached by pointers beyond one can not stay in registers.
          "-mllvm", "-inline-threshold=20000",
          "-fno-vectorize", "-fno-slp-vectorize",
          "-Wall", "-Wextra", "-Wno-enum-compare-conditional", "-Wno-enum-float-conversion", "-Werror"]
AS_CODE = ["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c"]


def compile_source(clang, source, target, depfile, flags):
    subprocess.run([clang, *TARGET, *flags, "-MMD", "-MF", depfile, "-MT", "it", source, "-o", target], check=True)
    return depfile.read_text().replace("\\\n", " ").split(":", 1)[1].split()


def main():
    clang, game, registers, output, depfile, kernel, *rest = sys.argv[1:]
    cut = rest.index("--")
    sources, flags = rest[:cut], rest[cut + 1:]
    flags += [f"-DRZ_GPU_GAME={game}", f'-DRZ_GPU_RULES="games/{game}/rules.h"']
    read = set()
    with tempfile.TemporaryDirectory() as folder:
        links = []
        for number, source in enumerate(sources):
            code = pathlib.Path(folder, f"{number}.bc")
            read |= set(compile_source(clang, source, code, code.with_suffix(".d"),
                                       [*flags, *AS_CODE]))
            links += ["-Xclang", "-mlink-bitcode-file", "-Xclang", str(code)]
        # All in one, and of that what the kernel uses.
        empty, whole = pathlib.Path(folder, "empty.c"), pathlib.Path(folder, "whole.bc")
        empty.write_text("typedef int nothing;\n")
        compile_source(clang, empty, whole, whole.with_suffix(".d"), [*AS_CODE, *links])
        links = ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(whole)]
        assembly = pathlib.Path(folder, "kernel.ptx")
        read |= set(compile_source(clang, kernel, assembly, assembly.with_suffix(".d"), [*flags, *links, "-S"]))
        code = re.sub(r"(\.entry \w+\([^)]*\))", rf"\1\n.maxnreg {registers}", assembly.read_text(), count=1)
        pathlib.Path(output).write_text(code)
    pathlib.Path(depfile).write_text(f"{output}: {' '.join(sorted(read))}\n")


if __name__ == "__main__":
    main()

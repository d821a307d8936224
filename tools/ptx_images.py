#!/usr/bin/env python3
"""The list of kernels that a program carries, as C: ptx_images.py NAME.ptx..."""
import hashlib
import pathlib
import sys

print('#include "gpu/device.h"\n\n#include <stddef.h>\n')
names = []
for file in map(pathlib.Path, sys.argv[1:]):
    name = file.stem
    names.append(name)
    # With the kernel this file changes too: what it includes is not known to the compiler.
    print(f"/* {hashlib.sha256(file.read_bytes()).hexdigest()} */")
    print(f'__asm__(".pushsection .rodata\\n.globl gpu_image_{name}\\n.hidden gpu_image_{name}\\ngpu_image_{name}:\\n"\n'
          f'        ".incbin \\"{file.resolve()}\\"\\n.byte 0\\n.popsection");\n'
          f'extern const char gpu_image_{name}[];\n')
print("const gpu_image gpu_images[] = {")
for name in names:
    print(f'    {{"{name}", gpu_image_{name}}},')
print("    {NULL, NULL},\n};")

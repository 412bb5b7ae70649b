"""Checks that the shared library exports every call that lockstep.h declares, and no other C function.

usage: check_symbols.py NM HEADER SHARED_LIBRARY
"""

import re
import subprocess
import sys

nm, header, library = sys.argv[1:]
with open(header, encoding="utf-8") as file:
    text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
declared = set(re.findall(r"\bLOCKSTEP_C_API [^;(]*?\b(lockstep_\w+)\(", text))
lines = subprocess.run([nm, "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
exported = {name for line in lines.splitlines() if (name := line.split()[-1]).startswith("lockstep_")}
for name in sorted(declared - exported):
    print(f"{name}: declared, and not exported")
for name in sorted(exported - declared):
    print(f"{name}: exported, and not declared")
print(f"{len(declared)} calls of C")
sys.exit(declared != exported or not declared)

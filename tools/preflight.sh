#!/bin/sh
# Looks for what cannot be had from a package index: Python >= 3.11 with its headers, and a C++20 compiler.
# Prints the path of the interpreter to use; names everything that is missing, and how to get it.
#
# usage: preflight.sh [PYTHON]
set -eu

wanted="${1:-}"
missing=""

say() { printf '%s\n' "$*" >&2; }

miss() { # miss WHAT APT DNF BREW
  missing="yes"
  say "missing: $1"
  say "    Debian, Ubuntu   apt-get install $2"
  say "    Fedora           dnf install $3"
  say "    macOS            $4"
}

new_enough() {
  command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

python=""
for candidate in ${wanted:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
  if new_enough "$candidate"; then
    python=$(command -v "$candidate")
    break
  fi
done

if [ -z "$python" ]; then
  if [ -n "$wanted" ]; then
    say "PYTHON=$wanted is no Python 3.11 or newer"
  fi
  miss "Python 3.11 or newer (another place: make PYTHON=/path/to/python3 ...)" \
    "python3 python3-dev python3-venv" "python3 python3-devel" "brew install python"
else
  if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 && ! "$python" -c 'import virtualenv' >/dev/null 2>&1; then
    miss "the venv module of $python" "python3-venv" "python3" "brew install python"
  fi
  if ! "$python" -c 'import os, sysconfig, sys; sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))'; then
    miss "the C headers of $python" "python3-dev" "python3-devel" "brew install python"
  fi
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/probe.cpp" <<'CPP'
#include <bit>
#include <concepts>
#include <span>
#include <thread>
template <class T>
concept Word = std::unsigned_integral<T>;
template <Word T>
int count(std::span<const T> words) {
  int total = 0;
  for (const T word : words) total += std::popcount(word);
  return total;
}
int main() {
  const unsigned words[2] = {1U, 3U};
  int total = 0;
  { std::jthread worker([&] { total = count(std::span<const unsigned>(words)); }); }
  return total == 3 ? 0 : 1;
}
CPP
compiler=""
for candidate in ${CXX:-c++ g++ clang++}; do
  if command -v "$candidate" >/dev/null 2>&1 &&
    "$candidate" -std=c++20 -pthread "$folder/probe.cpp" -o "$folder/probe" >"$folder/log" 2>&1 && "$folder/probe"; then
    compiler="$candidate"
    break
  fi
done
if [ -z "$compiler" ]; then
  if [ -s "$folder/log" ]; then
    head -n 5 "$folder/log" >&2
  fi
  miss "a C++20 compiler: GCC 12, clang 16 or newer (another place: CXX=/path/to/g++ make ...)" \
    "g++" "gcc-c++" "xcode-select --install"
fi

if [ -n "$missing" ]; then
  exit 1
fi
printf '%s\n' "$python"

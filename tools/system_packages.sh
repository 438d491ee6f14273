#!/usr/bin/env bash
# Debian packages that set-up or, with "test", the tests need: installs what is missing when it may,
# otherwise prints the one command to run.
set -euo pipefail

missing=()
command -v g++ >/dev/null || missing+=(g++)
if [ "${1:-}" = test ]; then
    [ -e /usr/share/wordnet/index.noun ] || missing+=(wordnet-base)
    command -v chromium >/dev/null || missing+=(chromium)
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
fi
[ "${#missing[@]}" -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install --yes --quiet "${missing[@]}"
else
    echo "These are missing; install them with: sudo apt-get install ${missing[*]}" >&2
    exit 1
fi

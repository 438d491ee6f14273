#!/usr/bin/env bash
# Debian packages behind commands that set-up or tests need: installs what is missing when it may,
# otherwise prints the one command to run.
set -euo pipefail

needed=(g++:g++)

missing=()
for pair in "${needed[@]}"; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair##*:}")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install --yes --quiet "${missing[@]}"
else
    echo "These are missing; install them with: sudo apt-get install ${missing[*]}" >&2
    exit 1
fi

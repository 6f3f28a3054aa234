#!/usr/bin/env bash
# Puts a build on a server.
set -euo pipefail

readonly KEEP=5
export TARGET="${1:-staging}"
root=$(cd "$(dirname "$0")/.." && pwd)

# Says what happens, with the time.
log() {
  local now
  printf '%s %s\n' "$(date +%T)" "$*" >&2
}

build() {
  local out="$root/dist"
  rm -rf "$out" && mkdir -p "$out"
  npm run build -- --out "$out"
}

# Removes old releases.
# Keeps the newest ones.
function prune {
  ls -1t releases | tail -n "+$((KEEP + 1))" | while read -r old; do
    log "removing $old"
    rm -rf "releases/$old"
  done
}

main() {
  build
  log "to $TARGET"
  prune
}

main "$@"

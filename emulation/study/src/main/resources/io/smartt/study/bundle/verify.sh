#!/bin/sh
# Runs the experiments of this folder again and compares what comes out. 'sh verify.sh --help' has options.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
image='{image}'

if [ -n "${SMARTT:-}" ]; then
  exec "$SMARTT" bundle verify "$here" "$@"
fi
if command -v smartt >/dev/null 2>&1; then
  exec smartt bundle verify "$here" "$@"
fi
if command -v docker >/dev/null 2>&1; then
  if [ -f "$here/image.tar" ]; then
    docker load -q -i "$here/image.tar"
  fi
  exec docker run --rm --network none -v "$here:/bundle:ro" -v "$PWD:/work" -w /work -u "$(id -u):$(id -g)" \
    "$image" bundle verify /bundle "$@"
fi
echo "verify.sh: needs smartt on the PATH, or its path in the variable SMARTT, or Docker" >&2
exit 2

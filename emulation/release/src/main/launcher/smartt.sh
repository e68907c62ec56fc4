#!/bin/sh
# Starts the harness with the Java run time of its package.
set -eu

@names@

self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in /*) self=$link ;; *) self=$(dirname "$self")/$link ;; esac
done
home=$(CDPATH='' cd -- "$(dirname -- "$self")/.." && pwd)

@version@
@jars@
@options@
@training@

classes=
for jar in $jars; do classes=$classes$home/lib/$jar:; done

java=$home/runtime/bin/java
# What the JVM learns is not in the package: two of them would differ. Where the package's folder cannot be
# written, each user has an own one.
cache=$home/cache
if [ ! -f "$cache/smartt.aot" ] && [ ! -w "$cache" ]; then
  cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/smartt/$version
  mkdir -p "$cache" 2>/dev/null || :
fi
unlearnt() {
  [ ! -f "$learnt" ] && [ -w "$cache" ]
}
# One prepares quick starts where several start at once; the others wait.
take_turn() {
  if command -v flock >/dev/null 2>&1; then
    exec 9>"$cache/lock"
    flock 9
  fi
}
# It finds its libraries by /proc, which a chroot may lack.
if [ ! -f "$cache/smartt.aot" ] && ! why=$("$java" -version 2>&1); then
  echo "smartt: the package's Java does not run here (is /proc mounted?): $why" >&2
  exit 1
fi

@learning@

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

# What the JVM learns of one run it need not find out at each start. It is not in the package: two of
# them would differ. Where the package's folder cannot be written, each user has an own one.
cache=$home/cache
if [ ! -f "$cache/smartt.aot" ] && [ ! -w "$cache" ]; then
  cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/smartt/$version
  mkdir -p "$cache" 2>/dev/null || :
fi
learnt=$cache/smartt.aot
if [ ! -f "$learnt" ] && [ -w "$cache" ]; then
  if command -v flock >/dev/null 2>&1; then
    exec 9>"$cache/lock"
    flock 9
  fi
  if [ ! -f "$learnt" ]; then
    # It finds its libraries by /proc, which a chroot may lack.
    if ! why=$("$home/runtime/bin/java" -version 2>&1); then
      echo "smartt: the package's Java does not run here (is /proc mounted?): $why" >&2
      exit 1
    fi
    echo "smartt: preparing quick starts (once)" >&2
    out=$(mktemp -d)
    # Not quoted: words of this script. The cache gets its name when it is whole.
    # shellcheck disable=SC2086
    "$home/runtime/bin/java" $options -XX:ErrorFile="$out/crash" -XX:AOTCacheOutput="$learnt.new" -cp "$classes" \
      io.smartt.emulation.cli.Smartt $training --out "$out/run" >"$out/log" 2>&1 || rm -f "$learnt.new"
    if [ -s "$learnt.new" ]; then
      mv "$learnt.new" "$learnt"
    else
      cp "$out/log" "$cache/smartt.aot.log"
      : >"$learnt"
      echo "smartt: they could not be prepared, so that each start takes longer; see $cache/smartt.aot.log" >&2
    fi
    rm -rf "$out" "$learnt.new.config"
  fi
  exec 9>&-
fi

# shellcheck disable=SC2086
exec "$home/runtime/bin/java" $options $ends -XX:AOTCache="$learnt" \
  -Xlog:disable -Xlog:all=warning,aot*=off,cds*=off:stderr ${SMARTT_JAVA_OPTS:-} \
  -cp "$classes" io.smartt.emulation.cli.Smartt "$@"

# Asks our worker for a hook's answer over bash's own socket: a third of what starting curl costs. Runs on Linux, from hook.sh.
#
#   ask.bash PORT NAME LIMIT NONCE     prints the answer; exit code as curl's: 0 asked, 7 nobody of ours, 28 too late; 127 not with this bash
#
# Nothing is printed before the nonce has been read, and whoever sends a byte now and then is left when LIMIT is over (with a
# bash before 5, that does not know the time, after three seconds).

{ exec 3<>"/dev/tcp/127.0.0.1/$1"; } 2>/dev/null || exit 127
printf 'GET /hook/%s HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$2" "$1" >&3

now() { micros=${EPOCHREALTIME//[!0-9]/}; }

next_line() {
  local left=$limit
  if [ -n "$ends" ]; then
    now
    [ "$micros" -lt "$ends" ] || exit 28
    left=$(((ends - micros) / 1000000)).$(((ends - micros) % 1000000 + 1000000))
    left=${left/.1/.}
  fi
  IFS= read -r -t "$left" line <&3
  local status=$?
  [ "$status" -gt 128 ] || [ "$SECONDS" -gt 2 ] && exit 28 # read's own word for "too late"
  return "$status"
}

limit=$3 ends=
if [ -n "$EPOCHREALTIME" ]; then
  now
  # LIMIT is whole seconds or has up to two decimals.
  case $limit in *.*) hundredths=${limit#*.}0 ;; *) hundredths=00 ;; esac
  ends=$((micros + (${limit%.*} * 100 + 10#${hundredths:0:2}) * 10000))
fi
while next_line && [ "$line" != $'\r' ]; do :; done
next_line
case $line in
  "$4") exec cat <&3 ;;
  '{"error":{"code":"not_found"'*) exit 0 ;; # our worker no longer knows the file: nothing to say, and no reason to start another
  *) exit 7 ;;
esac

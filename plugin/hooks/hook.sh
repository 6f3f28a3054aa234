#!/bin/sh
# claude-mem's hook: one event in, exit 0 always, nothing on stderr, an answer on stdout only from our own worker.
#
#   hook.sh EVENT [LIMIT [WHEN]]     stdin: the host's JSON     LIMIT: seconds to wait for an answer; none = no answer wanted
#   WHEN  failed: ask only if the payload looks like a failure.  failing: do nothing unless the command begins like a known one.
#
# The event is written to a spool file of its own, and an empty file beside it says that it is complete; the worker takes
# it from there. So no event depends on the worker being up. The answer is asked for by the file's random name alone, and
# believed only if its first line is the nonce of the `port` file, which other users cannot read.
# Plain POSIX sh: dash, bash, busybox ash, macOS sh, Git Bash. The usual path runs cat, nothing else: where the kernel hands
# out random names (Linux), asking mktemp for one, or mv to rename, would each be a third of the whole cost.

exec 2>/dev/null
trap "exit 0" EXIT
# A host that leaves ends its hooks (seen: StopFailure, while it wrote). Until the event is safe neither this shell
# nor what it runs listens to that.
trap "" HUP INT TERM PIPE
umask 077

event=$1
limit=$2
when=$3
data=${CLAUDE_MEM_DATA_DIR:-$HOME/.claude-mem}
spool=$data/spool
stranger= started=
newline='
'

say() {
  printf '{"systemMessage":"claude-mem: %s"}' "$1"
}

# Recording has not worked for a day: the person is told, once. A worker that starts removes `told`.
say_once() {
  [ "$event" = SessionStart ] && mkdir "$data/told" && say "$1 Run: claude-mem doctor --fix"
}

# Relative to the project it would be a folder in somebody's repository. `C:/…` is Git Bash.
case $data in
  /* | ?:[/\\]*) ;;
  *)
    [ "$event" = SessionStart ] && say 'CLAUDE_MEM_DATA_DIR must be an absolute path; nothing is remembered.'
    exit 0
    ;;
esac

# Sessions of our own observer, and users who paused, leave no trace. `full`: the spool has reached its limit.
[ "$CLAUDE_MEM_OBSERVER" = 1 ] && exit 0
[ -e "$data/paused" ] && exit 0
[ "$when" = failing ] && [ ! -e "$data/failing" ] && exit 0

# Still one cat and nothing else, but through the shell's own hands where it has to look at the text.
copy() {
  if [ "$when" = failed ]; then
    payload=$(cat) && printf '%s' "$payload"
  elif [ "$when" = failing ]; then
    printf '%s' "$payload"
  else
    cat
  fi
}

# Of a call that ended well for the host: `npm test | tail` and `|| true` hide how it ended. The worker judges; this only
# keeps the many that went well from asking. The same words stand in failure-context.ts.
looks_failed() {
  [ ${#payload} -lt 200000 ] || return 1 # the host cuts output at 30,000; more takes too long
  case $payload in
    *Traceback* | *'rror: '* | *'rror TS'* | *'rror['* | *'npm ERR'* | *'npm error'* | *FAIL* | *[1-9]' fail'* | *'fail '[1-9]* | \
      *'not ok '* | *'not found'* | *'*** '* | *'xit code '[1-9]*) ;;
    *) return 1 ;;
  esac
}

spool_event() {
  [ -e "$data/full" ] && return 1
  [ -d "$spool" ] || mkdir -p "$spool" || return 1
  if IFS= read -r random </proc/sys/kernel/random/uuid; then
    part=$spool/.$random
  else
    part=$(mktemp "$spool/.XXXXXXXXXXXX") || return 1
  fi
  name=$$.${part##*/.}
  dir=$CLAUDE_PROJECT_DIR
  case $dir in *"$newline"*) dir= ;; esac
  { printf '1\t%s\t%s\t%s\t%s\n' "$event" "$$" "$CLAUDE_CODE_ENTRYPOINT" "$dir" && copy; } >"$part" &&
    printf "" >"$spool/$name" && return 0
  rm -f "$part" # a full disk: better no file than half a file; the transcript still has the event
  return 1
}

read_port() {
  port= pid= nonce=
  [ -r "$data/port" ] && IFS=' ' read -r port pid nonce <"$data/port"
  [ -n "$nonce" ] && [ "$nonce" != "$stranger" ] && [ -n "$pid" ] && kill -0 "$pid" || return 1
  # Dead but not reaped (a container without an init may never do it): kill -0 still finds such a process, but it runs
  # nothing. Its `stat` would say so too; a shell reads that byte by byte, a sixth of a whole capture.
  [ ! -e /proc/self/exe ] || [ -e "/proc/$pid/exe" ]
}

# Hundredths of a second since some moment, in `clock`. No process where the kernel tells it (Linux); elsewhere whole seconds.
read_clock() {
  if IFS=' ' read -r clock _ </proc/uptime; then
    clock=${clock%.*}${clock#*.}
  else
    clock=$(date +%s)00
  fi
}

# At most one start in 30 s. After three starts in ten minutes that brought no worker, none for an hour.
start_worker() {
  now=$(date +%s)
  if [ ! -r "$data/launch" ]; then
    [ "$event" = SessionStart ] && stop_at_limit && say 'not set up yet. Run: npx agent-keepsake install'
    return 1
  fi
  recent=0 last=0 first=$now
  if [ -r "$data/starts" ]; then
    # What is no time, or one that is still to come (a clock that was wrong), says nothing.
    while read -r at; do
      case $at in '' | 0* | *[!0-9]* | ????????????*) continue ;; esac
      [ "$at" -le "$now" ] || continue
      [ "$at" -lt "$first" ] && first=$at
      [ $((now - at)) -lt 600 ] && recent=$((recent + 1))
      last=$at
    done <"$data/starts"
    if [ "$recent" -ge 3 ] || { [ -e "$data/starts.failed" ] && [ $((now - last)) -lt 3600 ]; }; then
      printf "" >"$data/starts.failed"
      if [ "$event" = SessionStart ] && mkdir "$data/starts.told"; then
        say 'the memory worker did not start three times in a row; no memory for now. Run: claude-mem doctor'
      fi
      return 1
    fi
  fi
  # The name of the folder is its time, in tens of seconds: taking it is one step, and works on a full disk.
  slot=$((now / 10))
  for ago in 1 2 3; do [ -d "$data/start.lock/$((slot - ago))" ] && return 0; done
  [ -d "$data/start.lock" ] || { rm -f "$data/start.lock" && mkdir "$data/start.lock"; }
  mkdir "$data/start.lock/$slot" || return 0
  rm -rf "$data/starts.failed" "$data/starts.told"
  printf '%s\n' "$now" >>"$data/starts"
  { IFS= read -r runtime && IFS= read -r script; } <"$data/launch" || return 1
  stop_at_limit
  (
    trap '' HUP
    unset CLAUDECODE CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_SESSION_ID CLAUDE_CODE_SESSION_ATTENDED
    unset CLAUDE_PID CLAUDE_PROJECT_DIR CLAUDE_EFFORT CLAUDE_CODE_MESSAGING_SOCKET CLAUDE_CODE_MESSAGING_TOKEN
    unset CLAUDE_PLUGIN_ROOT CLAUDE_PLUGIN_DATA CLAUDE_ENV_FILE
    cd / && MALLOC_ARENA_MAX=1 exec "$runtime" --disable-warning=ExperimentalWarning --max-semi-space-size=1 "$script" "$data"
  ) </dev/null >/dev/null &
  return 0
}

# With no worker to empty it the spool could grow for ever: 200 MB or seven days, and hooks stop writing to it. What lies in
# `bad` was taken, and does not count.
stop_at_limit() {
  size=$(du -sk "$spool") bad=
  [ -d "$spool/bad" ] && bad=$(du -sk "$spool/bad")
  size=${size%%[!0-9]*} bad=${bad%%[!0-9]*}
  [ $((${size:-0} - ${bad:-0})) -gt 204800 ] && printf "" >"$data/full"
  [ -n "$(find "$spool" -name bad -prune -o -type f -mtime +7 -print | head -n 1)" ] && printf "" >"$data/full"
  return 0
}

# A cold worker needs about a quarter of a second. By the clock, from the hook's own start: on a busy machine each of these
# rounds can take many times as long as it sleeps. What is left of LIMIT is left for the answer.
wait_for_worker() {
  [ -n "$started" ] || { read_clock && started=$clock; }
  ends=$((started + limit * 100))
  while read_clock && [ "$clock" -lt "$ends" ]; do
    if read_port; then
      left=$((ends - clock))
      hundredths=$((100 + left % 100))
      limit=$((left / 100)).${hundredths#1}
      return 0
    fi
    sleep 0.025
  done
  return 1
}

# 7, as curl says when nobody listens: also when somebody answers who does not know the nonce.
ask() {
  # Where the kernel hands out names, bash's socket is asked first: the same, without the 7 ms that curl takes to start.
  if [ -n "$random" ]; then
    BASH_ENV= bash "${0%/*}/ask.bash" "$port" "$name" "$limit" "$nonce"
    status=$?
    [ "$status" = 127 ] || return "$status"
  fi
  answer=$(curl -q -s --noproxy '*' --max-time "$limit" "http://127.0.0.1:$port/hook/$name")
  status=$?
  case $answer in
    "$nonce") ;;
    "$nonce$newline"*) printf '%s' "${answer#*"$newline"}" ;;
    '{"error":{"code":"not_found"'*) ;; # our worker no longer knows the file: nothing to say, and no reason to start another
    *) [ "$status" = 0 ] && status=7 ;;
  esac
  return "$status"
}

# Only a session's start waits for a worker, so only it has to know when it began; where asking costs a process, not before then.
[ "$event" = SessionStart ] && [ -r /proc/uptime ] && read_clock && started=$clock

# Of a command that is about to run: does it begin as one that is known to fail? The worker keeps the list, and judges. The
# payload is one line, so what is found is all of it; grep instead of cat, because a shell reads a list byte by byte.
if [ "$when" = failing ]; then
  payload=$(LC_ALL=C grep -F -f "$data/failing") || exit 0
fi
spool_event
spooled=$?
trap "exit 0" HUP INT TERM PIPE
[ "$when" = failed ] && ! looks_failed && limit=

if ! read_port; then
  start_worker || exit 0
  # Only a session's start waits for a cold worker; its context is owed to the first prompt if that takes too long.
  if [ "$event" = SessionStart ] && [ "$spooled" = 0 ]; then
    if wait_for_worker; then
      ask
    elif [ $((now - first)) -ge 86400 ]; then # a worker that starts empties the list of starts
      say_once 'the memory worker has not started for a day; nothing is recorded.'
    fi
  fi
  exit 0
fi

if [ -n "$limit" ] && [ "$spooled" = 0 ]; then
  ask
  status=$?
  # The recorded process is somebody else's by now, or the port is: what `port` says now counts no longer.
  if [ "$status" = 7 ]; then
    stranger=$nonce
    start_worker && [ "$event" = SessionStart ] && wait_for_worker && ask
  elif [ "$status" != 0 ] && [ "$event" = SessionStart ] &&
    [ -n "$(find "$spool" -name bad -prune -o -type f -mtime +0 -print | head -n 1)" ]; then
    say_once 'the memory worker does not answer, and nothing was recorded for a day.'
  fi
elif [ -e "$data/full" ]; then
  say_once 'too many events wait for the memory worker; nothing is recorded.'
fi
exit 0

#!/bin/bash
# Times commands one by one, in turn, so that a slow moment of the machine hits all of them alike.
#   measure.sh ROUNDS COMMANDS RESULTS [WHILE]
# COMMANDS has a line for each: name, data folder, how (warm | cold), stdin file, text its output must have ("-": no output
# at all), command; tabs between. A line of RESULTS: name, wall in microseconds, CPU of the whole process tree in milliseconds,
# right or wrong. With WHILE, rounds end when that file is gone. The caller sets the environment; nothing but bash stands
# between it and the command.
rounds=$1 commands=$2 results=$3 while=$4
used=$results.times output=$results.out

cpu() { # bash's own account of the children it has waited for: "0m1.234s 0m0.456s" on the second line
  times >"$used"
  { read -r _; read -r user sys; } <"$used"
  local total=0 part minutes
  for part in "$user" "$sys"; do
    minutes=${part%%m*} part=${part#*m} part=${part%s}
    total=$((total + minutes * 60000 + 10#${part%.*} * 1000 + 10#${part#*.}))
  done
  REPLY=$total
}

stop_worker() { # in order, and waited for: the next start is a cold one
  local port pid nonce stat
  read -r port pid nonce <"$1/port" || return
  kill "$pid" || return
  while read -r stat <"/proc/$pid/stat" && [[ $stat != *') Z '* ]]; do sleep 0.02; done
} 2>/dev/null

for ((round = 0; round < rounds; round++)); do
  while IFS=$'\t' read -r name data how input says command; do
    [ -z "$while" ] || [ -e "$while" ] || break 2
    [ "$how" = cold ] && stop_worker "$data"
    CLAUDE_MEM_DATA_DIR=$data
    read -ra words <<<"$command"
    # Hooks of one session do not follow each other at once: the worker is at rest again, unless there is a flood.
    [ -n "$while" ] || sleep 0.04
    cpu; before=$REPLY
    started=${EPOCHREALTIME/./}
    "${words[@]}" <"$input" >"$output"
    ended=${EPOCHREALTIME/./}
    cpu
    said=$(<"$output") verdict=wrong
    if [ "$says" = - ]; then [ -z "$said" ] && verdict=right; else [[ $said == *"$says"* ]] && verdict=right; fi
    printf '%s\t%s\t%s\t%s\n' "$name" $((ended - started)) $((REPLY - before)) "$verdict" >>"$results"
  done <"$commands"
done

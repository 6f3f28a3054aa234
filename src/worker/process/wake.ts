/**
 * The script `wake` in the data folder, run before calling the worker with plain curl (as the skill does). It takes 10
 * ms when the worker answers; otherwise it starts the worker with what `install` recorded and returns once it answers.
 */
import { PACKAGE } from '../../version.ts'

export const WAKE = `#!/bin/sh
# claude-mem: starts the worker if it does not answer. Its port is in the file "port" afterwards.
data=$(dirname "$0") port=0 pid=none
[ -r "$data/port" ] && read -r port pid nonce <"$data/port"
# Another process may have the number of a worker that died: only the worker itself answers with its own.
case $(curl -q -s --noproxy "*" --max-time 2 "http://127.0.0.1:$port/health") in *":$pid}") exit 0 ;; esac
[ -r "$data/launch" ] || { echo "claude-mem is not installed: run npx ${PACKAGE} install" >&2; exit 1; }
{ IFS= read -r runtime && IFS= read -r worker; } <"$data/launch"
CLAUDE_MEM_DATA_DIR=$data exec "$runtime" "$(dirname "$worker")/main.mjs" start >/dev/null
`

#!/bin/sh
# Starts claude-mem's MCP server on stdio, with the runtime and program that `claude-mem install` recorded in `launch`.
# Without an install it ends at once and says nothing: the SessionStart hook tells the user what to run.
launch=${CLAUDE_MEM_DATA_DIR:-$HOME/.claude-mem}/launch
case $launch in /* | ?:[/\\]*) ;; *) exit 1 ;; esac # never a folder of the project
[ -r "$launch" ] || exit 1
{ IFS= read -r runtime && IFS= read -r worker; } <"$launch" || exit 1
server=${worker%/*}/mcp-main.mjs
[ -x "$runtime" ] && [ -r "$server" ] || exit 1
exec "$runtime" --disable-warning=ExperimentalWarning "$server"

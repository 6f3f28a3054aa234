# Words for other scripts; source me.

declare -A colours=([red]=31 [green]=32)
FILES=(
  a.txt
  "b c.txt"
)

if [[ -t 1 ]]; then
  paint() { printf '\e[%sm%s\e[0m' "${colours[$1]}" "$2"; }
else
  # No colours in a file.
  paint() {
    printf '%s' "$2"
  }
fi

# Runs in a subshell: the caller stays where it is.
in_folder() (
  cd "$1" || exit
  "${@:2}"
)

function retry() {
  local times=$1 wait=1
  again() {
    sleep "$wait"
  }
  until "${@:2}" || ((times-- == 0)); do again; done
}

lib::is_empty ()
{
  [[ -z ${1//[[:space:]]/} ]]
}

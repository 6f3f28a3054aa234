import { quoted, type Spot, valueFlags } from './spots.ts'

export function zshCompletion(spots: Spot[]): string {
  const named = spots.filter(({ at }) => at !== '').map(({ at }) => at)
  const choices = spots.flatMap(({ at, flags }) =>
    flags
      .filter((one) => one.choices.length > 0)
      .map(({ name, choices }) => `    ${quoted(`${at} ${name}`)}) compadd -- ${choices.join(' ')}; return ;;`),
  )
  const cases = spots.map(({ at, names, flags, offersFiles }) =>
    [
      `    ${quoted(at)})`,
      `      names=(${names.map(described).join(' ')})`,
      `      flags=(${flags.map(described).join(' ')})`,
      ...(offersFiles ? ['      files=yes'] : []),
      '      ;;',
    ].join('\n'),
  )
  const isValueFlag = valueFlags(spots).join('|')
  return `#compdef claude-mem
# Completion of claude-mem for zsh, made by: claude-mem completion zsh
_claude-mem() {
  local at= files= i
  local -a names flags
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      ${isValueFlag}) ((i++)); continue ;;
      -*) continue ;;
    esac
    case $at/$words[i] in
      ${named.join('|')}) at=$at/$words[i] ;;
      *) break ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${choices.join('\n')}
  esac
  case $words[CURRENT-1] in ${isValueFlag}) return ;; esac
  case $at in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe option flags
  else
    _describe command names
    [[ -n $files ]] && _files
  fi
}
if [[ $funcstack[1] == _claude-mem ]]; then _claude-mem "$@"; else compdef _claude-mem claude-mem; fi
`
}

/** `_describe` separates a name from its text at a colon. */
function described({ name, doc }: { name: string; doc: string }): string {
  return quoted(doc === '' ? name : `${name}:${doc.replaceAll(':', '\\:')}`)
}

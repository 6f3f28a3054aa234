import { quoted, type Spot, valueFlags } from './spots.ts'

/** For bash 3.2 and later, because macOS has no newer one. */
export function bashCompletion(spots: Spot[]): string {
  const named = spots.filter(({ at }) => at !== '').map(({ at }) => at)
  const choices = spots.flatMap(({ at, flags }) =>
    flags
      .filter((one) => one.choices.length > 0)
      .map(({ name, choices }) => `    ${quoted(`${at} ${name}`)}) words=${quoted(choices.join(' '))} ;;`),
  )
  const words = spots.map(({ at, names, flags, offersFiles }) => {
    const all = [...names, ...flags].map(({ name }) => name).join(' ')
    return `      ${quoted(at)}) words=${quoted(all)}${offersFiles ? ' files=yes' : ''} ;;`
  })
  const isValueFlag = valueFlags(spots).join('|')
  return `# Completion of claude-mem for bash, made by: claude-mem completion bash
_claude_mem() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= words= files= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${isValueFlag}) ((i++)); continue ;;
      -*) continue ;;
    esac
    case $at/\${COMP_WORDS[i]} in
      ${named.join('|')}) at=$at/\${COMP_WORDS[i]} ;;
      *) break ;;
    esac
  done
  case "$at $prev" in
${choices.join('\n')}
    *)
      case $prev in ${isValueFlag}) return ;; esac
      case $at in
${words.map((line) => `  ${line}`).join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ -n $files && $cur != -* ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
}
complete -F _claude_mem claude-mem
`
}

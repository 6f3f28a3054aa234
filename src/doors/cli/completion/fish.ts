import { type Spot, valueFlags } from './spots.ts'

export function fishCompletion(spots: Spot[]): string {
  const named = spots.filter(({ at }) => at !== '').map(({ at }) => at)
  const lines = spots.flatMap(({ at, names, flags, offersFiles }) => {
    const here = `complete -c claude-mem -n ${quoted(`__claude_mem_at ${quoted(at)}`)}`
    return [
      ...(offersFiles ? [`${here} -F`] : []),
      ...names.map(({ name, doc }) => `${here} -a ${name}${doc === '' ? '' : ` -d ${quoted(doc)}`}`),
      ...flags.map(({ name, doc, takesValue, choices }) => {
        const value = takesValue ? ` -x${choices.length > 0 ? ` -a ${quoted(choices.join(' '))}` : ''}` : ''
        return `${here} -l ${name.slice(2)}${value} -d ${quoted(doc)}`
      }),
    ]
  })
  return `# Completion of claude-mem for fish, made by: claude-mem completion fish
function __claude_mem_at --argument-names wanted
    set -l at ''
    set -l is_value no
    for word in (commandline -opc)[2..]
        if test $is_value = yes
            set is_value no
            continue
        end
        switch $word
            case ${valueFlags(spots).join(' ')}
                set is_value yes
                continue
            case '-*'
                continue
        end
        contains -- $at/$word ${named.join(' ')}; or break
        set at $at/$word
    end
    test "$at" = "$wanted"
end
complete -c claude-mem -f
${lines.join('\n')}
`
}

/** fish escapes inside single quotes with a backslash. */
function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`
}

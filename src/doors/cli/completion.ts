import { type Command, defineCommand, type Group } from './command.ts'
import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { type Spot, spotsOf } from './completion/spots.ts'
import { zshCompletion } from './completion/zsh.ts'
import { loadAll } from './help.ts'

const completion: Group = {
  summary: 'print a script that completes commands and options in your shell',
  parts: {
    bash: forShell('bash', bashCompletion, '~/.local/share/bash-completion/completions/claude-mem'),
    zsh: forShell('zsh', zshCompletion, '"$fpath[1]/_claude-mem"'),
    fish: forShell('fish', fishCompletion, '~/.config/fish/completions/claude-mem.fish'),
  },
}
export default completion

function forShell(shell: string, render: (spots: Spot[]) => string, file: string): Command {
  return defineCommand({
    summary: `the script for ${shell}`,
    about: ['Write it where the shell looks for completions, and open a new shell.'],
    examples: [`completion ${shell} > ${file}`],
    async run({ catalogue, terminal }) {
      const script = render(spotsOf(await loadAll(catalogue)))
      terminal.result({ shell, script }, script.trimEnd(), { verbatim: true })
    },
  })
}

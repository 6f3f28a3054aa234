/** The settings table in docs/settings.md: `npm run docs` writes it and a test compares it. */
import { SETTINGS } from '../../config.ts'

export function renderSettingTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, { default: value, doc }]) => {
    const shown = Array.isArray(value) ? value.join(',') : String(value)
    return `| \`CLAUDE_MEM_${name}\` | ${shown === '' ? 'none' : `\`${shown}\``} | ${doc} |`
  })
  return ['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n')
}

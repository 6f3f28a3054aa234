/** Hosts other than Claude Code that were given our tools. One that never was is nobody's business. */
import { findHostEntries } from '../setup/host-entry.ts'
import { defineCheck, foundOr } from './check.ts'

export const hostsCheck = defineCheck({
  name: 'hosts',
  asks: 'the other hosts you set up still have our tools',
  faults: {
    'host-entry-missing': {
      what: 'A host that was set up no longer has our tools in its configuration, or its configuration cannot be read.',
      why: 'Its agents cannot search memory.',
      fix: 'claude-mem install --host NAME, or if you removed them: claude-mem uninstall --host NAME',
    },
  },
  run({ folder }) {
    const entries = findHostEntries(folder)
    const gone = entries.filter(({ isThere }) => !isThere)
    return foundOr(
      gone.map(({ host, path }) => ({
        fault: 'host-entry-missing' as const,
        what: `${host.title} no longer has our tools in ${path}, or cannot read it.`,
        fix: `claude-mem install --host ${host.name}, or if you removed them: claude-mem uninstall --host ${host.name}`,
      })),
      entries.length === 0 ? 'no host besides Claude Code' : entries.map(({ host }) => host.title).join(', '),
    )
  },
})

/** Every check, in the order they run: files first, then the worker and what it knows, the real path last. */
import type { Check } from './check.ts'
import { hooksCheck, othersCheck, toolsCheck } from './claude-code/host.ts'
import { probeCheck } from './claude-code/probe.ts'
import { recordingCheck } from './claude-code/sessions.ts'
import { diskCheck, folderCheck, settingsCheck } from './folder.ts'
import { hostsCheck } from './hosts.ts'
import { meaningCheck } from './meaning.ts'
import { backupCheck, databaseCheck } from './memory.ts'
import { notesCheck } from './notes.ts'
import { programCheck } from './program.ts'
import { providerCheck } from './provider.ts'
import { badSpoolCheck, spoolCheck, waitingCheck } from './spool.ts'
import { portCheck, workerCheck } from './worker.ts'

export const CHECKS: readonly Check[] = [
  folderCheck,
  diskCheck,
  settingsCheck,
  programCheck,
  hooksCheck,
  toolsCheck,
  othersCheck,
  hostsCheck,
  spoolCheck,
  workerCheck,
  portCheck,
  waitingCheck,
  badSpoolCheck,
  databaseCheck,
  backupCheck,
  meaningCheck,
  providerCheck,
  notesCheck,
  recordingCheck,
  probeCheck,
]

/** The list of commands, in help order. Each is loaded on call, so that a short one starts fast. */
import type { Catalogue, Load } from './command.ts'

export const CATALOGUE: Catalogue = [
  {
    title: 'Set up',
    commands: {
      install: () => import('./install.ts'),
      uninstall: () => import('./uninstall.ts'),
      status: () => import('./status.ts'),
      doctor: () => import('./doctor.ts'),
      provider: () => import('./provider.ts'),
      demo: () => import('./demo.ts'),
    },
  },
  {
    title: 'Find and read',
    commands: {
      search: () => import('./search.ts'),
      timeline: () => import('./timeline.ts'),
      show: () => import('./show.ts'),
      why: () => import('./why.ts'),
      stats: () => import('./stats.ts'),
      ui: () => import('./ui.ts'),
    },
  },
  {
    title: 'Remember, change and forget',
    commands: {
      remember: () => import('./remember.ts'),
      edit: () => import('./edit.ts'),
      pin: () => import('./pin.ts'),
      unpin: () => import('./unpin.ts'),
      silence: () => import('./silence.ts'),
      undo: () => import('./undo.ts'),
      forget: () => import('./forget.ts'),
      projects: () => import('./projects.ts'),
      pause: () => import('./pause.ts'),
      resume: () => import('./resume.ts'),
    },
  },
  {
    title: 'In and out',
    commands: {
      import: () => import('./import.ts'),
      export: () => import('./export.ts'),
      backup: () => import('./backup.ts'),
      restore: () => import('./restore.ts'),
    },
  },
  {
    title: 'Notes in Markdown',
    commands: {
      notes: () => import('./notes.ts'),
      dream: () => import('./dream.ts'),
    },
  },
  {
    title: 'Source code',
    commands: {
      outline: () => import('./outline.ts'),
      unfold: () => import('./unfold.ts'),
      symbols: () => import('./symbols.ts'),
    },
  },
  {
    title: 'Upkeep',
    commands: {
      start: () => import('./start.ts'),
      stop: () => import('./stop.ts'),
      logs: () => import('./logs.ts'),
      vacuum: () => import('./vacuum.ts'),
      index: () => import('./index-command.ts'),
      synth: () => import('./synth.ts'),
      completion: () => import('./completion.ts'),
      help: () => import('./help.ts'),
    },
  },
]

export const COMMANDS: Record<string, Load> = Object.assign({}, ...CATALOGUE.map(({ commands }) => commands))

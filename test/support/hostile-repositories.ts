/**
 * Repositories that try to run their own program when somebody asks git about them. Each would create the file `mark`
 * if it succeeded anywhere.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Trap {
  /** Where git is asked. */
  root: string
  /** The user's search path; default: an ordinary one. */
  searchPath?: string
  /** Additions to the worker's environment. */
  environment?: Record<string, string>
  /** Git cannot answer here: what it needs is missing or odd. */
  unanswered?: boolean
}

export interface HostileRepository {
  name: string
  /** Changes a checkout; `mark` is the file to create. */
  lay: (root: string, mark: string) => Trap
}

export const HOSTILE_REPOSITORIES: HostileRepository[] = [
  configured('a file system monitor', (run) => `[core]\n\tfsmonitor = ${run}\n`),
  configured('hooks in a folder of its own', (_run, root, mark) => {
    layHooks(join(root, 'hooks'), mark)
    return `[core]\n\thooksPath = ${join(root, 'hooks')}\n`
  }),
  configured('hooks in git’s folder', (_run, root, mark) => {
    layHooks(join(root, '.git', 'hooks'), mark)
    return ''
  }),
  configured('an external diff', (run) => `[diff]\n\texternal = ${run}\n`),
  configured('an external diff for every file', (run, root) => {
    attribute(root, '* diff=evil')
    return `[diff "evil"]\n\tcommand = ${run}\n`
  }),
  configured('a conversion to text', (run, root) => {
    attribute(root, '* diff=evil')
    return `[diff "evil"]\n\ttextconv = ${run}\n\tcachetextconv = true\n`
  }),
  configured('filters that clean and smudge', (run, root) => {
    attribute(root, '* filter=evil')
    return `[filter "evil"]\n\tclean = ${run}\n\tsmudge = ${run}\n\tprocess = ${run}\n\trequired = true\n`
  }),
  configured('a merge driver', (run, root) => {
    attribute(root, '* merge=evil')
    return `[merge "evil"]\n\tdriver = ${run}\n[merge]\n\tdefault = evil\n`
  }),
  configured(
    'a pager',
    (run) => `[core]\n\tpager = ${run}\n[pager]\n\tdiff-tree = ${run}\n\tls-tree = ${run}\n\tmerge-base = ${run}\n`,
  ),
  configured(
    'aliases with the names of commands',
    (run) => `[alias]\n\tdiff-tree = !${run}\n\tls-tree = !${run}\n\tmerge-base = !${run}\n\tversion = !${run}\n`,
  ),
  configured('an included file', (run, root) => {
    writeFileSync(join(root, 'more.config'), `[core]\n\tfsmonitor = ${run}\n`)
    return `[include]\n\tpath = ${join(root, 'more.config')}\n`
  }),
  configured('a file included for this folder', (run, root) => {
    writeFileSync(join(root, 'more.config'), `[core]\n\tfsmonitor = ${run}\n`)
    return `[includeIf "gitdir:**"]\n\tpath = ${join(root, 'more.config')}\n`
  }),
  configured('a configuration of the worktree', (run, root) => {
    writeFileSync(join(root, '.git', 'config.worktree'), `[core]\n\tfsmonitor = ${run}\n`)
    return '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tworktreeConfig = true\n'
  }),
  lacking('ssh', (run) => `[core]\n\tsshCommand = ${run}\n${promisor('ssh://127.0.0.1:9/x')}`),
  lacking('a credential helper', (run) => `[credential]\n\thelper = !${run}\n${promisor('http://127.0.0.1:9/x')}`),
  lacking('a remote that is a command', (_run, root, mark) => {
    const script = join(root, 'remote.sh')
    program(script, mark)
    return `[protocol "ext"]\n\tallow = always\n[protocol]\n\tallow = always\n${promisor(`ext::${script}`)}`
  }),
  lacking(
    'an upload-pack of its own',
    (run, root) => `[protocol "file"]\n\tallow = always\n${promisor(root)}\tuploadpack = ${run}\n`,
  ),
  configured('a proxy', (run) => `[core]\n\tgitProxy = ${run}\n\taskPass = ${run}\n\teditor = ${run}\n`),
  configured(
    'a program for signatures',
    (run) => `[gpg]\n\tprogram = ${run}\n[log]\n\tshowSignature = true\n[commit]\n\tgpgSign = true\n`,
  ),
  configured('a submodule that updates by command', (run, root) => {
    writeFileSync(join(root, '.gitmodules'), `[submodule "x"]\n\tpath = x\n\turl = ./x\n\tupdate = !${run}\n`)
    return `[submodule]\n\trecurse = true\n[diff]\n\tsubmodule = diff\n[submodule "x"]\n\tupdate = !${run}\n\tactive = true\n`
  }),
  configured('a working folder elsewhere, with attributes', (run, root) => {
    mkdirSync(join(root, 'elsewhere'))
    attribute(join(root, 'elsewhere'), '* diff=evil filter=evil')
    return `[core]\n\tworktree = ${join(root, 'elsewhere')}\n\tfsmonitor = ${run}\n[diff "evil"]\n\tcommand = ${run}\n`
  }),
  configured('a command that lists the refs of alternates', (run, root) => {
    cpSync(join(root, '.git'), join(root, 'other.git'), { recursive: true })
    write(join(root, '.git', 'objects', 'info', 'alternates'), `${join(root, 'other.git', 'objects')}\n`)
    return `[core]\n\talternateRefsCommand = ${run}\n`
  }),
  {
    name: 'alternates written as a command',
    lay(root, mark) {
      write(
        join(root, '.git', 'objects', 'info', 'alternates'),
        `|touch ${mark}\n$(touch ${mark})\n\`touch ${mark}\`\n`,
      )
      return { root }
    },
  },
  {
    name: 'alternates that are a pipe',
    lay(root) {
      mkdirSync(join(root, '.git', 'objects', 'info'), { recursive: true })
      execFileSync('mkfifo', [join(root, '.git', 'objects', 'info', 'alternates')])
      return { root, unanswered: true }
    },
  },
  {
    name: 'a bare repository among its files',
    lay(root, mark) {
      const bare = join(root, 'vendor', 'lib')
      cpSync(join(root, '.git'), bare, { recursive: true })
      configure(bare, `[core]\n\tbare = false\n\tworktree = ${root}\n\tfsmonitor = ${script(root, mark)}\n`)
      return { root: bare }
    },
  },
  {
    name: 'a `.git` file that leads to another folder',
    lay(root, mark) {
      renameSync(join(root, '.git'), join(root, 'data'))
      writeFileSync(join(root, '.git'), 'gitdir: data\n')
      configure(join(root, 'data'), `[core]\n\tfsmonitor = ${script(root, mark)}\n`)
      return { root }
    },
  },
  {
    name: 'a `commondir` that leads to another folder',
    lay(root, mark) {
      const data = join(root, 'data')
      cpSync(join(root, '.git'), data, { recursive: true })
      configure(data, `[core]\n\tfsmonitor = ${script(root, mark)}\n`)
      writeFileSync(join(root, '.git', 'commondir'), `${data}\n`)
      return { root }
    },
  },
  onPath('an empty entry', (root) => ({ folder: root, entry: '' })),
  onPath('a point', (root) => ({ folder: root, entry: '.' })),
  onPath('a relative folder', (root) => ({ folder: join(root, 'bin'), entry: 'bin' })),
  onPath('a folder of the project', (root) => ({ folder: join(root, 'bin'), entry: join(root, 'bin') })),
  onPath('a folder of another project', (root) => ({
    folder: join(dirname(root), 'other', 'node_modules', '.bin'),
    entry: join(dirname(root), 'other', 'node_modules', '.bin'),
  })),
  onPath('a folder of another checkout', (root) => {
    const other = join(dirname(root), 'checkout')
    cpSync(join(root, '.git'), join(other, '.git'), { recursive: true })
    return { folder: join(other, 'bin'), entry: join(other, 'bin') }
  }),
  onPath('a folder everybody may write to', (root) => {
    const folder = join(dirname(root), 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    return { folder, entry: folder }
  }),
  {
    name: 'an environment that overrides git',
    lay(root, mark) {
      const run = script(root, mark)
      const environment = {
        GIT_EXTERNAL_DIFF: run,
        GIT_PAGER: run,
        GIT_SSH_COMMAND: run,
        GIT_ASKPASS: run,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.fsmonitor',
        GIT_CONFIG_VALUE_0: run,
        GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${run}'`,
        GIT_EXEC_PATH: root,
        GIT_TRACE2_EVENT: mark,
        GIT_TRACE: mark,
      }
      for (const name of ['git', 'git-diff-tree', 'git-merge-base', 'git-ls-tree']) program(join(root, name), mark)
      return { root, environment }
    },
  },
]

function configured(name: string, lines: (run: string, root: string, mark: string) => string): HostileRepository {
  return {
    name,
    lay(root, mark) {
      configure(join(root, '.git'), lines(script(root, mark), root, mark))
      return { root }
    },
  }
}

/** A partial clone without its objects: git would ask the remote for them. */
function lacking(name: string, lines: (run: string, root: string, mark: string) => string): HostileRepository {
  return {
    name: `a fetch of what is lacking, by ${name}`,
    lay(root, mark) {
      const partial = '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = origin\n'
      configure(join(root, '.git'), partial + lines(script(root, mark), root, mark))
      rmSync(join(root, '.git', 'objects'), { recursive: true })
      mkdirSync(join(root, '.git', 'objects'))
      return { root, unanswered: true }
    },
  }
}

function promisor(url: string): string {
  return `[remote "origin"]\n\turl = ${url}\n\tpromisor = true\n\tpartialCloneFilter = blob:none\n\tfetch = +refs/*:refs/*\n`
}

/** A program called git where a careless search finds it. */
function onPath(what: string, place: (root: string) => { folder: string; entry: string }): HostileRepository {
  return {
    name: `its own git, on a search path with ${what}`,
    lay(root, mark) {
      const { folder, entry } = place(root)
      program(join(folder, 'git'), mark)
      return { root, searchPath: `${entry}:/usr/local/bin:/usr/bin:/bin` }
    },
  }
}

function layHooks(folder: string, mark: string): void {
  const names = 'post-checkout post-index-change pre-commit post-commit reference-transaction fsmonitor-watchman update'
  for (const name of names.split(' ')) program(join(folder, name), mark)
}

function attribute(root: string, line: string): void {
  write(join(root, '.gitattributes'), `${line}\n`)
  write(join(root, '.git', 'info', 'attributes'), `${line}\n`)
}

/** A command for a configuration: it creates the mark, whatever its arguments. */
function script(root: string, mark: string): string {
  const path = join(root, 'run.sh')
  program(path, mark)
  return path
}

function program(path: string, mark: string): void {
  write(path, `#!/bin/sh\n/usr/bin/touch '${mark}' 2>/dev/null || /bin/touch '${mark}'\nexit 0\n`)
  chmodSync(path, 0o755)
}

function configure(gitDir: string, lines: string): void {
  appendFileSync(join(gitDir, 'config'), lines)
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

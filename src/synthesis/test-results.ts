/** What a test run said: which framework, how many passed and failed, and the names of the failing tests. */
export interface TestResults {
  framework: string
  passed: number | undefined
  failed: number | undefined
  failing: string[]
}

export function findTestResults(output: string): TestResults | undefined {
  // 60,000 characters from the end: every framework prints its summary last, and none prints lines longer than 500
  // characters in it; without those, every pattern stays linear
  const text = (output.length > 60_000 ? output.slice(-60_000) : output)
    .split('\n')
    .filter((line) => line.length <= 500 && line.trim() !== '')
    .join('\n')
  for (const framework of FRAMEWORKS) {
    const summary = framework.summary.exec(text)
    if (summary === null) continue
    const counts = framework.counts(summary[0], text)
    const failing = [...text.matchAll(framework.failing)].map((match) => (match[1] ?? match[2] ?? '').trim())
    return {
      framework: framework.name,
      ...counts,
      failing: [...new Set(failing.filter((name) => name !== ''))].slice(0, 10),
    }
  }
  return undefined
}

/** `pytest: 3 passed, 1 failed`. */
export function renderTestResults(results: TestResults): string {
  const parts = [
    results.passed === undefined ? '' : `${results.passed} passed`,
    results.failed === undefined || results.failed === 0 ? '' : `${results.failed} failed`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? results.framework : `${results.framework}: ${parts.join(', ')}`
}

interface Framework {
  name: string
  summary: RegExp
  counts: (summary: string, text: string) => { passed: number | undefined; failed: number | undefined }
  failing: RegExp
}

function number(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

const words = (summary: string) => ({
  passed: number(/(\d+) (?:passed|passing|pass\b)/, summary),
  failed: number(/(\d+) (?:failed|failing|fail\b|failures?)/, summary) ?? 0,
})

/** Ordered: a format that contains another's words comes first. */
const FRAMEWORKS: Framework[] = [
  {
    name: 'vitest',
    summary: /^[ \t]*Tests\s+(?:\d+ (?:failed|passed|skipped|todo)(?: \| )?)+.*$/m,
    counts: words,
    failing: /^[ \t]*(?:FAIL|×)\s+(.{3,160}?)(?:\s+\d+ms)?$/gm,
  },
  {
    name: 'jest',
    summary: /^Tests:\s+.*\d+ total$/m,
    counts: words,
    failing: /^[ \t]*● (.{3,160})$/gm,
  },
  {
    name: 'pytest',
    summary:
      /^=*[ \t]*(?:\d+ (?:failed|passed|errors?|skipped|warnings?|xfailed|deselected)(?:, )?)+.* in [\d.:]+s?.*$/m,
    counts: (summary) => {
      const failed = number(/(\d+) failed/, summary) ?? 0
      return { passed: number(/(\d+) passed/, summary), failed: failed + (number(/(\d+) errors?/, summary) ?? 0) }
    },
    failing: /^(?:FAILED|ERROR) (\S+)/gm,
  },
  {
    name: 'unittest',
    summary: /^Ran \d+ tests? in .*$/m,
    counts: (summary, text) => {
      const verdict = /^FAILED \((.*)\)$/m.exec(text)?.[1] ?? ''
      const failed = (number(/failures=(\d+)/, verdict) ?? 0) + (number(/errors=(\d+)/, verdict) ?? 0)
      const ran = number(/Ran (\d+)/, summary) ?? 0
      return { passed: ran - failed, failed }
    },
    failing: /^(?:FAIL|ERROR): (\S+)/gm,
  },
  {
    name: 'cargo test',
    summary: /^test result: .*$/m,
    counts: (_summary, text) => {
      const all = [...text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)]
      return {
        passed: all.reduce((sum, one) => sum + Number(one[1]), 0),
        failed: all.reduce((sum, one) => sum + Number(one[2]), 0),
      }
    },
    failing: /^test (\S+) \.\.\. FAILED$/gm,
  },
  {
    name: 'go test',
    summary: /^(?:--- (?:FAIL|PASS): .*|ok {2}\t.*|FAIL\t.*|ok\s+\S+\s+[\d.]+s.*)$/m,
    counts: (_summary, text) => {
      const failed = [...text.matchAll(/^[ \t]*--- FAIL: /gm)].length
      const passed = [...text.matchAll(/^[ \t]*--- PASS: /gm)].length
      return { passed: passed === 0 ? undefined : passed, failed: failed || (/^FAIL\t/m.test(text) ? 1 : 0) }
    },
    failing: /^[ \t]*--- FAIL: (\S+)/gm,
  },
  {
    name: 'rspec',
    summary: /^\d+ examples?, \d+ failures?.*$/m,
    counts: (summary) => {
      const failed = number(/(\d+) failures?/, summary) ?? 0
      return { passed: (number(/(\d+) examples?/, summary) ?? 0) - failed, failed }
    },
    failing: /^rspec (\S+)/gm,
  },
  {
    name: 'phpunit',
    summary: /^(?:OK \(\d+ tests?.*|Tests: \d+, Assertions: .*)$/m,
    counts: (summary) => {
      const failed = (number(/Failures: (\d+)/, summary) ?? 0) + (number(/Errors: (\d+)/, summary) ?? 0)
      return { passed: (number(/(?:OK \(|Tests: )(\d+)/, summary) ?? 0) - failed, failed }
    },
    failing: /^\d+\) (\S+::\S+)/gm,
  },
  {
    name: 'maven',
    summary: /Tests run: \d+, Failures: \d+, Errors: \d+(?!.*Tests run)/,
    counts: (_summary, text) => {
      const last = [...text.matchAll(/Tests run: (\d+), Failures: (\d+), Errors: (\d+)/g)].at(-1)
      const failed = Number(last?.[2] ?? 0) + Number(last?.[3] ?? 0)
      return { passed: Number(last?.[1] ?? 0) - failed, failed }
    },
    failing: /^\[ERROR\]\s+(\w[\w.]*\.\w+):\d+/gm,
  },
  {
    name: 'gradle',
    summary: /^\d+ tests? completed(?:, \d+ failed)?.*$/m,
    counts: (summary) => {
      const failed = number(/(\d+) failed/, summary) ?? 0
      return { passed: (number(/(\d+) tests?/, summary) ?? 0) - failed, failed }
    },
    failing: /^(\S+ > .{1,120}?) FAILED$/gm,
  },
  {
    name: 'mocha',
    summary: /^[ \t]*\d+ passing\b.*$/m,
    counts: (summary, text) => ({ passed: words(summary).passed, failed: number(/^[ \t]*(\d+) failing/m, text) ?? 0 }),
    failing: /^[ \t]{2,4}\d+\) (.{3,160}?):?$/gm,
  },
  {
    name: 'node:test',
    summary: /^(?:ℹ|#) pass \d+$/m,
    counts: (summary, text) => ({
      passed: number(/pass (\d+)/, summary),
      failed: number(/^(?:ℹ|#) fail (\d+)$/m, text) ?? 0,
    }),
    failing: /^[ \t]*(?:✖ (?!failing tests)(.{2,160}?)(?: \([\d.]+ms\))?|not ok \d+ - (.{2,160}))$/gm,
  },
  {
    name: 'tap',
    summary: /^(?:not )?ok \d+\b.*$/m,
    counts: (_summary, text) => ({
      passed: [...text.matchAll(/^ok \d+/gm)].length,
      failed: [...text.matchAll(/^not ok \d+/gm)].length,
    }),
    failing: /^not ok \d+ (?:- )?(.{1,160})$/gm,
  },
]

import { describe, expect, it } from 'vitest'
import { findTestResults } from './test-results.ts'

const CASES: [string, string, { passed?: number; failed: number; failing?: string }][] = [
  [
    'pytest',
    'FAILED tests/test_a.py::test_sum - AssertionError\n=== 1 failed, 3 passed in 0.12s ===',
    { passed: 3, failed: 1, failing: 'tests/test_a.py::test_sum' },
  ],
  [
    'unittest',
    'FAIL: test_sum (tests.A)\nRan 4 tests in 0.01s\n\nFAILED (failures=1)',
    { passed: 3, failed: 1, failing: 'test_sum' },
  ],
  [
    'vitest',
    ' FAIL  src/a.test.ts > sum > adds\n      Tests  1 failed | 4 passed (5)',
    { passed: 4, failed: 1, failing: 'src/a.test.ts > sum > adds' },
  ],
  [
    'jest',
    '  ● sum › adds\n\nTests:       1 failed, 2 passed, 3 total',
    { passed: 2, failed: 1, failing: 'sum › adds' },
  ],
  ['mocha', '  12 passing (40ms)\n  1 failing\n\n  1) sum adds:', { passed: 12, failed: 1, failing: 'sum adds' }],
  ['node:test', '✖ adds (1.2ms)\nℹ pass 3\nℹ fail 1', { passed: 3, failed: 1, failing: 'adds' }],
  ['go test', '--- FAIL: TestSum (0.00s)\nFAIL\tcourier/sum\t0.01s', { failed: 1, failing: 'TestSum' }],
  [
    'cargo test',
    'test a::sums ... FAILED\ntest result: FAILED. 2 passed; 1 failed; 0 ignored',
    { passed: 2, failed: 1, failing: 'a::sums' },
  ],
  [
    'rspec',
    'rspec ./spec/sum_spec.rb:4 # adds\n5 examples, 1 failure',
    { passed: 4, failed: 1, failing: './spec/sum_spec.rb:4' },
  ],
  [
    'phpunit',
    '1) SumTest::testAdds\nTests: 3, Assertions: 5, Failures: 1.',
    { passed: 2, failed: 1, failing: 'SumTest::testAdds' },
  ],
  [
    'maven',
    '[ERROR]   SumTest.adds:12 expected 3\nTests run: 4, Failures: 1, Errors: 0, Skipped: 0',
    { passed: 3, failed: 1, failing: 'SumTest.adds' },
  ],
  ['gradle', 'SumTest > adds FAILED\n4 tests completed, 1 failed', { passed: 3, failed: 1, failing: 'SumTest > adds' }],
  ['tap', 'TAP version 13\nok 1 - a\nnot ok 2 - b', { passed: 1, failed: 1, failing: 'b' }],
]

describe('findTestResults', () => {
  it.each(CASES)('reads %s', (framework, output, expected) => {
    const found = findTestResults(output)
    expect(found?.framework).toBe(framework)
    expect(found?.passed).toBe(expected.passed)
    expect(found?.failed).toBe(expected.failed)
    expect(found?.failing).toContain(expected.failing)
  })
  it('sees no tests in ordinary output', () => expect(findTestResults('built in 3s\n2 files changed')).toBeUndefined())
})

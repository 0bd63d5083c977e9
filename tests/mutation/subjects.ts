/** What one run of StrykerJS changes, and the fast tests that must notice. */
export type Subject = {
  files: string[]
  tests: string[]
  /**
   * `perTest` runs only the tests that reach a change. It needs tests that pass in any order; with
   * `all`, each change runs all tests.
   */
  coverage: 'perTest' | 'all'
}

export const subjects: Record<string, Subject> = {
  rules: {
    files: ['src/domain/**/*.ts', 'src/server/auth/{sessions,end-sessions,credentials}.ts'],
    tests: [
      'tests/domain/**/*.test.ts',
      'tests/api/account/{sessions,registration,revocation,credential-races,accounts}.test.ts',
    ],
    coverage: 'perTest',
  },
  payouts: {
    files: ['src/server/payout/*.ts', 'src/server/payout/{outside,unexplained}/*.ts'],
    tests: [
      'tests/fault/{payout,bound-payouts,usdt-payout}.test.ts',
      'tests/api/withdrawal/offline/withdrawal-offline.test.ts',
      'tests/book/batch-hooks.test.ts',
    ],
    coverage: 'all',
  },
}

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// What `npm run test:mutation` repeats for each mutant: the tests of what it mutates that need
// little time, with few cases each.
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    include: [
      'tests/domain/**/*.test.ts',
      'tests/api/account/{sessions,registration,revocation,credential-races,accounts}.test.ts',
    ],
    // Large networks, whose rules the other tests play in small.
    exclude: ['tests/domain/growth.test.ts'],
    env: { TEST_SCALE: 'mutant' },
    pool: 'forks',
    // StrykerJS counts for each file which changes its tests reach, in modules of its own.
    isolate: true,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})

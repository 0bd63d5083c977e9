import { defineConfig } from 'vitest/config'

// The tests that `npm run test:mutation` repeats for each mutant: those that need little time.
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    include: ['tests/domain/**/*.test.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})

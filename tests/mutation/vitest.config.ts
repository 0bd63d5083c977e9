import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { subjects } from './subjects.ts'

const subject = subjects[process.env.MUTATION_SUBJECT ?? 'rules']

// The tests that `npm run test:mutation` repeats for each mutant: the fast ones for the mutated
// code, with few cases each.
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    include: subject?.tests ?? [],
    // Large networks, whose rules the other tests cover with small ones.
    exclude: ['tests/domain/growth.test.ts'],
    env: { TEST_SCALE: 'mutant' },
    pool: 'forks',
    // StrykerJS counts for each file which changes its tests reach, in modules of its own.
    isolate: true,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})

import { defineConfig } from 'vitest/config'

// One project per kind of test, so that each can be run alone: `npm run test:unit`.
const kinds = ['unit', 'api', 'fault'] as const
const folders: Record<(typeof kinds)[number], string[]> = {
  unit: ['tests/tidy/**', 'tests/domain/**', 'tests/contract/**', 'tests/tron/**', 'tests/web/**'],
  api: ['tests/api/**', 'tests/book/**', 'tests/db/**', 'tests/devnet/**'],
  fault: ['tests/fault/**', 'tests/model/**'],
}

export default defineConfig({
  test: {
    projects: kinds.map((name) => ({
      test: {
        name,
        include: folders[name].map((folder) => `${folder}/*.test.ts`),
        pool: 'forks' as const,
        testTimeout: name === 'fault' ? 240_000 : 60_000,
        hookTimeout: 120_000,
      },
    })),
  },
})

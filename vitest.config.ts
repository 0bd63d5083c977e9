import { defineConfig } from 'vitest/config'
import { messages } from './scripts/messages.ts'
import { isLong } from './tests/support/scale.ts'

// One project per kind of test, so that each can be run alone: `npm run test:unit`.
const kinds = ['unit', 'api', 'fault'] as const
const folders: Record<(typeof kinds)[number], string[]> = {
  unit: [
    'tests/tidy/**',
    'tests/domain/**',
    'tests/contract/**',
    'tests/tron/**',
    'tests/web/**',
    'tests/proof/**',
  ],
  api: ['tests/api/**', 'tests/book/**', 'tests/db/**', 'tests/devnet/**', 'tests/running/**'],
  fault: ['tests/fault/**', 'tests/model/**'],
}

// Some tests of the long run take four minutes beside other work.
const mostMs = isLong ? 600_000 : 240_000

export default defineConfig({
  test: {
    // Vitest would leave a core to nobody; the files share nothing, so each core takes one.
    maxWorkers: '100%',
    // Gives the run a directory; the database server in it starts when the first test asks for it.
    globalSetup: ['tests/support/global-setup.ts'],
    projects: kinds.map((name) => ({
      plugins: name === 'unit' ? [messages()] : [],
      test: {
        name,
        // Node loads the sources itself, as it does for the product. Only the web app needs Vite.
        experimental: { viteModuleRunner: name === 'unit' },
        include: folders[name].map((folder) => `${folder}/*.test.ts`),
        pool: 'forks' as const,
        // Otherwise, the garbage collector starts often while a worker's heap is still small.
        execArgv: [
          '--min-semi-space-size=32',
          '--max-semi-space-size=64',
          '--initial-old-space-size=1024',
        ],
        // Files of one process share its modules, which saves loading them again for each file.
        isolate: false,
        // A hang ends; a machine that does other things as well only takes longer.
        testTimeout: mostMs,
        hookTimeout: mostMs,
        expect: { poll: { timeout: 60_000, interval: 20 } },
      },
    })),
  },
})

import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/browser/support/find-chromium.ts'
import { isLong } from './tests/support/scale.ts'

// Chromium comes from npm, or from CHROME_PATH; Playwright downloads nothing.
const executablePath = await findChromium()
// Others' fees, seats and proofs would change theirs.
const ownProduct = [
  '**/withdrawal/network-fee.spec.ts',
  '**/member/proofs.spec.ts',
  '**/console/member-import.spec.ts',
]

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  // A feature has one scene in `npm test`; the long run plays all of them.
  ...(isLong ? {} : { grepInvert: /@long/ }),
  outputDir: 'test-results',
  globalSetup: './tests/browser/support/build-first.ts',
  // Each worker runs a whole product of its own, database included; a file stays with one worker.
  workers: Number(process.env.BROWSER_WORKERS ?? 3),
  fullyParallel: false,
  // These tests need a product of their own, so a worker of their own. Listed with the others, that
  // worker would start last and work alone.
  projects: [
    { name: 'own product', testMatch: ownProduct },
    { name: 'same product', testIgnore: ownProduct },
  ],
  // Recording a trace costs a quarter of the time, so only a second attempt has one. A test that
  // passes only then is listed at the end of the run.
  retries: 1,
  // A hang ends; a machine that does other things as well only takes longer.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // A worker would fetch all of the app again in each test; installed.spec.ts has one.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 860 },
    trace: 'on-first-retry',
    // Each frame of a movement costs as much as a page at rest, and tests would wait for its end.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    },
  },
})

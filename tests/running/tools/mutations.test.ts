/** The mutation tests change a copy of the sources, which has to run as the sources do. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { programEnv } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test.runIf(isLong)('mutation tests detect every change of a sealed day', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tests/mutation/main.ts', '--every=2', 'src/domain/ledger/seal-day.ts'],
    { cwd: root, env: { ...programEnv, PATH: `${root}node_modules/.bin:${process.env.PATH}` } },
  )
  expect(stdout).toMatch(/seal-day\.ts +\| +100\.00 \|/)
})

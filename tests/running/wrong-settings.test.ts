import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/ports.ts'
import { runProgram } from '../support/run-program.ts'
import { isLong } from '../support/scale.ts'

// A standby doesn't use these settings until it takes over. It has to find the fault at its start.

const secret = 'fJ0sV8yq2TgXnB4mRz7Kd1LwPe6Hc9Ua'

/** A start that has to end before it opens the database, which isn't there. */
async function start(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'twofold-settings-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none`,
    LEDGER_SECRET_WEB: secret,
    LEDGER_SECRET_CHAIN: secret.replaceAll('a', 'b'),
    ...settings,
  }
  return await runProgram('app/main.ts', { env, cwd: dataDir })
}

const wrong = [
  ['worker', 'RATE_SOURCES', 'tronscan,kraken', 'RATE_SOURCES names an unknown source'],
  ['worker', 'RATE_SOURCES', 'kraken', 'RATE_SOURCES needs at least two sources'],
  ['chain', 'RATE_SOURCES', 'kraken,binance@mirror', 'RATE_SOURCES: mirror is not an address'],
  ['chain', 'USDT_RATE_SOURCES', 'kraken', 'USDT_RATE_SOURCES needs at least two sources'],
] as const
// Each starts a process. Every run refuses such sources themselves (config.test.ts).
test.runIf(isLong).each(wrong)(
  'refuses to start %s with %s=%s',
  async (part, variable, value, text) => {
    const right = { RATE_SOURCES: 'kraken,coinbase', PROCESS: part }
    const { code, said } = await start({ ...right, [variable]: value })
    expect(said.slice(0, text.length)).toBe(text)
    expect(said).not.toMatch(/^ {4}at /m)
    expect(code).toBe(1)
  },
)

test.runIf(isLong)('refuses a LEDGER_NAME that no address can have', async () => {
  const { code, said } = await start({ PROCESS: 'ledger', LEDGER_NAME: 'http://ledger-1' })
  expect(said).toMatch(/^The settings cannot be used:\n {2}LEDGER_NAME: must be the name of a /)
  expect(code).toBe(1)
})

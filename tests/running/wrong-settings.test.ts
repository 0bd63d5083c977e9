import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environment } from '../../src/server/config/environment.ts'
import { findMistyped } from '../../src/server/config/mistyped.ts'
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

test.each([
  ['APROVAL_LIMIT_USD', 'APPROVAL_LIMIT_USD'],
  ['APPROVAL_LIMIT', 'APPROVAL_LIMIT_USD'],
  ['WITHDRAWAL_HOLD_HOUR', 'WITHDRAWAL_HOLD_HOURS'],
  ['SMTP_URI', 'SMTP_URL'],
  ['PAYOUTKEY_FILE', 'PAYOUT_KEY_FILE'],
])('%s may mean %s', (given, meant) => {
  expect(findMistyped({ [given]: '1' })).toEqual([{ given, meant }])
})

const others = `
  PATH HOSTNAME HTTP_PORT DATABASE_HOST INVOCATION_ID SYSTEMD_EXEC_PID NODE_OPTIONS
  NODE_COMPILE_CACHE OTEL_SERVICE_NAME PGBACKREST_REPO1_CIPHER_PASS KUBERNETES_PORT
  LEDGER_PORT_8081_TCP_ADDR`
test('settings, and other programs’ variables, aren’t mistyped', () => {
  const names = [
    ...Object.keys(environment.shape),
    'PAYOUT_KEY_FILE',
    ...others.trim().split(/\s+/),
  ]
  expect(findMistyped(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([])
})

test('warns of a mistyped setting at the start, without its value', async () => {
  const settings = { RATE_SOURCES: 'kraken,coinbase', PROCESS: 'chain' }
  const { said } = await start({ ...settings, APROVAL_LIMIT_USD: '98765' })
  expect(said).toContain('APROVAL_LIMIT_USD is not a setting. Did you mean APPROVAL_LIMIT_USD?')
  expect(said).not.toContain('98765')
})

test.each([
  ['audit-export.ts', ['--out', 'none.log']],
  ['migrate.ts', []],
])('%s warns of a mistyped setting once, also in a .env file', async (tool, args) => {
  const cwd = mkdtempSync(join(tmpdir(), 'twofold-settings-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  writeFileSync(join(cwd, '.env'), 'APROVAL_LIMIT_USD=98765\n')
  const env = { DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/none` }
  const { said } = await runProgram(`cli/${tool}`, { args, env, cwd })
  expect(said.match(/^APROVAL_LIMIT_USD is not a setting\. Did you mean /gm)).toHaveLength(1)
  expect(said).not.toContain('98765')
})

test('names the mistyped setting beside the one that is missing', async () => {
  const env = { NODE_ENV: 'production', DATABASE_OWNER_ULR: 'postgresql://owner@db/none' }
  const { code, said } = await runProgram('cli/migrate.ts', { env })
  expect(said).toMatch(/^Not set: DATABASE_OWNER_URL\..*\nDATABASE_OWNER_ULR is not a setting\. /)
  expect(code).toBe(1)
})

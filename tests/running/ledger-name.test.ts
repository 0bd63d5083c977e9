import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { checkLedgerName } from '../../src/server/forward/check-name.ts'
import { ledgerPlaces } from '../../src/server/forward/ledger-address.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { freePort } from '../support/ports.ts'
import { startProduct } from '../support/product.ts'
import { isLong } from '../support/scale.ts'

const MESSAGE = 'The name of this ledger process does not resolve'

async function warningsFor(ledgerName: string | null, ledgerHost = '127.0.0.1') {
  let logged = ''
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk)
      done()
    },
  })
  const places = ledgerPlaces({ ledgerHost, ledgerPort: 7070, ledgerName }, null)
  const resolves = await checkLedgerName(places.commands.address, pino(lines))
  return [resolves, logged.includes(MESSAGE)]
}

test('warns about a name that does not resolve', async () => {
  // No name below `invalid` ever exists (RFC 6761).
  expect(await warningsFor('ledger-1.invalid')).toEqual([false, true])
  expect(await warningsFor('localhost')).toEqual([true, false])
  expect(await warningsFor('10.0.0.7')).toEqual([true, false])
  expect(await warningsFor('::1')).toEqual([true, false])
  expect(await warningsFor(null)).toEqual([true, false])
  expect(await warningsFor(null, '/run/twofold/ledger.sock')).toEqual([true, false])
})

test.runIf(isLong)('a ledger process logs the warning at its start', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const secret = 'fJ0sV8yq2TgXnB4mRz7Kd1LwPe6Hc9Ua'
  const ledger = await startProduct({
    env: {
      PROCESS: 'ledger',
      DATABASE_URL: database.url,
      LEDGER_PORT: String(await freePort()),
      LEDGER_NAME: 'ledger-1.invalid',
      LEDGER_SECRET_WEB: secret,
      LEDGER_SECRET_CHAIN: secret.replaceAll('a', 'b'),
      METRICS_PORT: String(await freePort()),
    },
  })
  onTestFinished(() => ledger.remove())
  await until('the warning', () => ledger.output().includes(MESSAGE))
  expect(ledger.output()).toContain('ledger-1.invalid')
})

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { beforeEach, afterEach, expect, test } from 'vitest'
import type { RoleName } from '../../src/server/config/roles.ts'
import { checkSecret, isSecretPinned } from '../../src/server/pins/secret-pin.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const [first, second, strange] = ['first', 'second', 'strange'].map((name) => name.repeat(8))

type Change = { before?: string; rotates?: boolean; production?: boolean }

/** A start of a process. Returns whether it counts as one with another secret, and its log. */
async function start(part: RoleName, authSecret = '', change: Change = {}) {
  let logged = ''
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk)
      done()
    },
  })
  const { before = null, rotates = false, production = true } = change
  const settings = {
    part,
    production,
    authSecret,
    authSecretBefore: before,
    rotatePins: rotates ? ['auth_secret'] : [],
  }
  const isOther = await checkSecret(database.db, settings, pino(lines))
  return {
    isOther,
    isWarned: logged.includes('AUTH_SECRET is another one than that of other processes'),
    logsSecret: authSecret !== '' && logged.includes(authSecret),
    isPinned: await isSecretPinned(database.db, settings),
  }
}

const fine = { isOther: false, isWarned: false, logsSecret: false, isPinned: true }
const warned = { isOther: true, isWarned: true, logsSecret: false, isPinned: false }

test('warns about another secret than that of the first start', async () => {
  expect(await start('ledger', first)).toEqual(fine)
  expect(await start('web', first)).toEqual(fine)
  for (const part of ['all', 'web', 'ledger', 'worker', 'chain', 'mail'] as const) {
    expect(await start(part, strange)).toEqual(warned)
  }
  expect(await start('web', first)).toEqual(fine)
  const { rows } = await database.pool.query<{ value: string }>(
    `select value from installation_pins where name = 'auth_secret'`,
  )
  expect(rows.map(({ value }) => /^[0-9a-f]{64}$/.test(value))).toEqual([true])
})

test('says nothing during a rotation, whichever process restarts first', async () => {
  await start('worker', first)
  const before = first ?? ''
  for (const part of ['ledger', 'web'] as const) {
    expect(await start(part, second, { before })).toEqual({ ...fine, isPinned: false })
  }
  // One that has not restarted yet, and is restarted with its former settings.
  expect(await start('web', first)).toEqual(fine)
  expect(await start('worker', second, { before })).toEqual(fine)
  expect(await start('web', second, { before })).toEqual(fine)
  for (const part of ['ledger', 'web', 'worker'] as const) {
    expect(await start(part, second)).toEqual(fine)
  }
  expect(await start('web', first)).toEqual(warned)
  // And back again.
  expect(await start('worker', first, { before: second ?? '' })).toEqual(fine)
})

test('warns without the former secret, until a worker accepts the new one', async () => {
  await start('worker', first)
  expect(await start('worker', second)).toEqual(warned)
  expect(await start('web', second, { before: strange ?? '' })).toEqual(warned)
  // A web process may not change pins.
  expect(await start('web', second, { rotates: true })).toEqual(warned)
  expect(await start('worker', second, { rotates: true })).toEqual(fine)
  expect(await start('web', second)).toEqual(fine)
})

test('pins nothing in development', async () => {
  for (const secret of [first, second]) {
    const { isOther, isWarned } = await start('all', secret, { production: false })
    expect([isOther, isWarned]).toEqual([false, false])
  }
  const { rowCount } = await database.pool.query('select from installation_pins')
  expect(rowCount).toBe(0)
})

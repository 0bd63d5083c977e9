/** The ledger port over TLS: both sides show a certificate of the one authority. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Book } from '../../../src/server/book/book.ts'
import { BookUnavailable, OutcomeUnknown } from '../../../src/server/book/submission.ts'
import type { LedgerTls } from '../../../src/server/config/ledger-settings.ts'
import { openForwardedBook } from '../../../src/server/forward/client.ts'
import { requestOptions } from '../../../src/server/forward/ledger-address.ts'
import { NotReached, send } from '../../../src/server/forward/post.ts'
import { serveLedger } from '../../../src/server/forward/server.ts'
import { ledgerToken, ledgerTokens } from '../../../src/server/forward/token.ts'
import { newHolder, openLedger, type Ledger } from '../../../src/server/leader/leadership.ts'
import { openAuthority } from './certificates.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'
import { sample } from '../../support/scale.ts'

const DAY_MS = 86_400_000
/** Long enough for a healthy handshake on a busy machine, which a refused one waits for in vain. */
const PATIENCE_MS = 6_000
const REFUSED_PATIENCE_MS = 300
const secrets = { ledgerSecrets: { web: ['a secret of this test'], chain: ['another one'] } }
const tokens = ledgerTokens(secrets)
const token = ledgerToken(secrets, 'web')
const log = pino({ level: 'silent' })
const register = { command: { kind: 'register', sponsor: 1 }, by: { system: 'test' } } as const

const ours = openAuthority('ours')
/** Its name is ours, and its key isn't. */
const theirs = openAuthority('ours')
type Options = Parameters<typeof ours.issue>[1]
const tlsOf = (roles: readonly string[], options?: Options): LedgerTls => ({
  ca: ours.ca,
  ...ours.issue(roles, options),
})
const past: Options = { until: Date.now() - DAY_MS }
const leading = tlsOf(['ledger'])
const web = tlsOf(['web'], { usage: 'caller' })
const expired = { leading: tlsOf(['ledger'], past), web: tlsOf(['web'], past) }
const foreign = {
  leading: { ca: ours.ca, ...theirs.issue(['ledger']) },
  web: { ca: ours.ca, ...theirs.issue(['web']) },
}
const callerAsLeader = tlsOf(['ledger'], { usage: 'caller' })
const unsaid = tlsOf(['ledger'], { usage: 'unsaid' })
const mistaken: LedgerTls = { ca: theirs.ca, ...ours.issue(['web']) }

let database: TestDatabase
let ledger: Ledger
let port: number
let address: string
beforeAll(async () => {
  database = await createTestDatabase()
  port = await freePort()
  address = `https://127.0.0.1:${port}`
  ledger = await openLedger({
    ...database,
    log,
    directUrl: database.url,
    holder: newHolder(),
    places: { address, aliveAddress: address },
  })
  await until('a founded ledger', () => ledger.book.status().seq > 0)
})
afterAll(async () => {
  await ledger.stop()
  await database.close()
})

const countCommands = (): number => ledger.book.status().seq

type Listening = { stop(): Promise<void> }

async function serve(tls: LedgerTls | null): Promise<Listening> {
  const stop = await serveLedger({
    book: ledger.book,
    leading: { isOpen: () => true, isStopping: () => false, known: () => ledger.leader() },
    place: { listen: { host: '127.0.0.1', port }, address },
    tokens,
    admit: (_sender, item) => item,
    tls,
    log,
  })
  let stopped: Promise<void> | undefined
  const listening = { stop: () => (stopped ??= stop()) }
  onTestFinished(listening.stop)
  return listening
}

async function openSender(tls: LedgerTls | null, shown = token): Promise<Book> {
  const sender = await openForwardedBook({ db: database.db, log, token: shown, tls })
  onTestFinished(() => sender.close())
  return sender
}

const submit = (sender: Book, timeLeftMs: number): Promise<unknown> =>
  sender.submit({ ...register, timeLeftMs }).catch((error: unknown) => error)

test('accepts commands from a sender with its role’s certificate', async () => {
  await serve(leading)
  const sender = await openSender(web)
  const before = countCommands()
  expect(await submit(sender, PATIENCE_MS)).toMatchObject({ accepted: true })
  expect(countCommands()).toBe(before + 1)
})

/** Both get a 503. While a handshake is under way, nobody knows what will come of it. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof BookUnavailable || error instanceof OutcomeUnknown

type Refused = [what: string, leader: LedgerTls | null, given: LedgerTls | null]
const refused: Refused[] = [
  ['a sender with an expired certificate', leading, expired.web],
  ['a sender with a certificate of another authority', leading, foreign.web],
  ['a sender that has no certificate', leading, null],
  ['a sender with the certificate of another role', leading, tlsOf(['chain'])],
  ['a sender with the certificate of a ledger process', leading, tlsOf(['ledger'])],
  ['a sender whose certificate names no role', leading, tlsOf([])],
  ['a sender whose certificate names an unknown role', leading, tlsOf(['web/x'])],
  ['a sender whose certificate names two roles', leading, tlsOf(['web', 'chain'])],
  ['a leader with an expired certificate', expired.leading, web],
  ['a leader with a certificate of another authority', foreign.leading, web],
  ['a sender that trusts another authority', leading, mistaken],
  ['a leader with the certificate of a web process', web, web],
  ['a leader that may only call', callerAsLeader, web],
  ['a leader whose certificate has no usage', unsaid, web],
  ['a leader with another role that may serve', tlsOf(['web']), web],
  ['a leader whose certificate names no role', tlsOf([]), web],
  ['a leader that speaks no TLS', null, web],
]
test.each(sample(refused, 3))('refuses %s in time', async (_what, leader, given) => {
  await serve(leader)
  const sender = await openSender(given)
  const before = countCommands()
  expect(await submit(sender, REFUSED_PATIENCE_MS)).toSatisfy(isUnavailable)
  expect(countCommands()).toBe(before)
})

test.each([
  ['an expired certificate', expired.leading],
  ['a certificate of another authority', foreign.leading],
  ['the certificate of a web process', web],
  ['a certificate of another role that may serve', tlsOf(['chain'])],
  ['a certificate without a role', tlsOf([])],
  ['a certificate without a usage', unsaid],
  ['no TLS', null],
])('sends nothing to a leader with %s', async (_what, leader) => {
  await serve(leader)
  const request = { ...requestOptions(address, web), method: 'POST', path: '/commands' }
  await expect(send(request, '{}', AbortSignal.timeout(PATIENCE_MS))).rejects.toThrow(NotReached)
})

test('refuses a valid certificate without the role’s secret', async () => {
  await serve(leading)
  const sender = await openSender(web, ledgerToken(secrets, null))
  const before = countCommands()
  expect(await submit(sender, REFUSED_PATIENCE_MS)).toSatisfy(isUnavailable)
  expect(countCommands()).toBe(before)
})

test('rotates certificates while both authorities are trusted', async () => {
  const next = openAuthority('the next one')
  const both = `${ours.ca}\n${next.ca}`
  const before = { leader: { ...leading, ca: both }, sender: { ...web, ca: both } }
  const after = { ca: both, ...next.issue(['web'], { usage: 'caller' }) }
  const leader = { ca: both, ...next.issue(['ledger']) }
  for (const [serving, calling] of [
    [before.leader, web],
    [before.leader, before.sender],
    [before.leader, after],
    [leader, before.sender],
    [leader, { ...after, ca: next.ca }],
  ] as const) {
    const { stop } = await serve(serving)
    const sender = await openSender(calling)
    expect(await submit(sender, PATIENCE_MS)).toMatchObject({ accepted: true })
    await stop()
  }
})

test('resumes when the leader presents a valid certificate', async () => {
  const mistakenly = await serve(expired.leading)
  const sender = await openSender(web)
  expect(await submit(sender, REFUSED_PATIENCE_MS)).toSatisfy(isUnavailable)
  const waiting = submit(sender, PATIENCE_MS)
  await mistakenly.stop()
  await serve(leading)
  expect(await waiting).toMatchObject({ accepted: true })
})

test.each([
  ['https', leading],
  ['http', null],
])('stops despite a client with a silent connection (%s)', async (_what, tls) => {
  const { stop } = await serve(tls)
  const silent = connect(port, '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  // The other side may end it abruptly.
  silent.on('error', () => {})
  await once(silent, 'connect')
  silent.resume()
  await expect(stop()).resolves.toBeUndefined()
  await until('the end of the connection', () => silent.closed)
})

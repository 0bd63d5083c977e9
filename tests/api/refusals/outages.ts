import { errorsOf } from '../../../src/contract/call-errors.ts'
import type { AnyCode } from '../../../src/contract/refusals/refusals.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { isOwnPassword, isPassword } from '../../../src/server/passwords/password.ts'
import { openBook, type Book } from '../../../src/server/book/book.ts'
import type { Context } from '../../../src/server/context.ts'
import { openTronNodes } from '../../../src/tron/quorum/nodes.ts'
import { openBehindProxy } from '../../support/wire/behind-proxy.ts'
import type { TcpProxy } from '../../support/wire/tcp-proxy.ts'
import { until } from '../../support/poll.ts'
import { sample } from '../../support/scale.ts'
import { makers } from '../support/makers/call-makers.ts'
import {
  by,
  make,
  none,
  payee,
  reason,
  send,
  type Made,
  type Stage,
} from '../support/call-stage.ts'
import { heldTransfer } from './deposit-refusals.ts'
import { openEdgeOn, type Answer, type Edge } from '../support/edge.ts'
import { bare, withHeaders, withSlash } from './general-refusals.ts'
import { requestDepositFor, SOLID_AFTER } from '../support/money-world.ts'
import { whileBookWaits } from './refusal-cases.ts'

// Answers while something is unavailable, full or still running, from a second process of the
// product on the same database, behind a proxy that can cut it off.

export type SecondProcess = { edge: Edge; proxy: TcpProxy; close(): Promise<void> }

export async function openSecondProcess({ world }: Stage): Promise<SecondProcess> {
  const { databaseUrl, context: first } = world.edge
  const { context, proxy, close: closeOwn } = await openBehindProxy(first, 20)
  const edge = await openEdgeOn(context, databaseUrl, 'no build')
  const close = async (): Promise<void> => {
    await edge.close()
    await closeOwn()
  }
  return { edge, proxy, close }
}

export const listing = (code: AnyCode): CallName[] =>
  (Object.keys(api) as CallName[]).filter((name) => errorsOf(name).includes(code))

/** Of the calls that may be too much, those that check or create a password. */
export const hashing = listing('overloaded').filter(
  (name) => name !== 'streamEvents' && !listing('outcome_unknown').includes(name),
)

/** Answers that don't need the database. */
export const withoutDatabase: readonly CallName[] = ['checkEmail', 'getChain']

export type Prepared = { name: CallName; made: Made }
export type Told = [name: CallName, answer: Answer]

/** A valid request for every call that the book decides, with a key for money calls. */
export async function prepareBooked(stage: Stage): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  // Last the one whose payment the watcher would find while the others are prepared.
  const names = listing('outcome_unknown').filter((name) => name !== 'verifyDeposit')
  for (const name of [...sample(names, 6), 'verifyDeposit'] as const) {
    const made = await (name === 'updateMe' ? changeUpgrade(stage) : makers[name]?.(stage))
    if (!made) throw new Error(`there is no good request for ${name}`)
    const keyed = api[name].money ? withHeaders(made, { 'idempotency-key': `lost ${name}` }) : made
    prepared.push({ name, made: keyed })
  }
  return prepared
}

/** The only account field that goes through the book. */
const changeUpgrade = async ({ member }: Stage): Promise<Made> =>
  make('updateMe', by(member), { body: { auto_upgrade: false } })

const callAll = (stage: Stage, edge: Edge, all: readonly Prepared[], slash: string) =>
  all.map(async ({ name, made }): Promise<Told> => {
    const there = { ...stage, world: { ...stage.world, edge } }
    return [name, await send(there, withSlash(made, slash))]
  })

export const callOnce = (stage: Stage, edge: Edge, all: readonly Prepared[]): Promise<Told[]> =>
  Promise.all(callAll(stage, edge, all, ''))

export async function callBoth(
  stage: Stage,
  edge: Edge,
  all: readonly Prepared[],
): Promise<Told[]> {
  const told = []
  for (const slash of ['/', '']) told.push(...(await Promise.all(callAll(stage, edge, all, slash))))
  return told
}

/** A stopping book accepts nothing, like a full one. */
export async function callWithoutBook(stage: Stage, edge: Edge, all: readonly Prepared[]) {
  const { book: open, context } = edge
  const closed = await openBook(context)
  await closed.close()
  swapBook(context, closed)
  const told = await callBoth(stage, edge, all)
  swapBook(context, open)
  return told
}

const swapBook = (context: Context, book: Book): void => void Object.assign(context, { book })

/**
 * Sends everything at once and cuts off the database when all of it is about to commit. In the
 * meantime, repeats the calls that have a key.
 */
export async function loseCommit(stage: Stage, second: SecondProcess, all: readonly Prepared[]) {
  const { edge, proxy } = second
  const { book } = edge
  const waiting = await whileBookWaits(stage.world.edge, async () => {
    // A separate batch, so that all the others wait for the next one together.
    const command = { kind: 'set_suspended', member: stage.member.no, on: false } as const
    const first = book.submit({ command, by: { operator: 'test' } })
    const lost = first.then(() => {
      // Every open connection loses its COMMIT, and no new one opens.
      proxy.cutAtCommit('before', 1_000)
      return proxy.setRefusing(true)
    })
    await until('the first to wait for the lock', () => book.status().queued === 0)
    const asked = callAll(stage, edge, all, '')
    await until('all others to wait', () => book.status().queued === all.length, {
      deadlineMs: 60_000,
    })
    const keyed = all.filter(({ name }) => listing('idempotency_in_progress').includes(name))
    const again = await callBoth(stage, edge, keyed)
    return { lost, asked, again }
  })
  await waiting.lost
  const unknown = await Promise.all(waiting.asked)
  proxy.cutAtCommit('before', 0)
  proxy.setRefusing(false)
  return { again: waiting.again, unknown }
}

/** Every counted call, with realistic visitors' requests. */
export async function prepareCounted(stage: Stage): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  for (const name of Object.keys(api) as CallName[]) {
    const { access, limit } = api[name]
    if (limit === null) continue
    if (access === 'visitor') prepared.push({ name, made: (await makers[name]?.(stage)) as Made })
    else {
      const who = access === 'member' ? by(stage.member) : stage.operators.admin
      prepared.push({ name, made: bare(name, who) })
    }
  }
  return prepared
}

const costly = (passes: number, memory: number): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Two slow password checks, and as many behind them as both queues allow. */
function fillHashing(): Promise<unknown> {
  const slow = [1, 2].map(() => isPassword('slow', costly(60, 19_456)))
  const quick = Array.from({ length: 200 }, () => isPassword('quick', costly(1, 8)))
  const members = Array.from({ length: 100 }, () => isOwnPassword('quick', costly(1, 8)))
  return Promise.allSettled([...slow, ...quick, ...members])
}

/** Sends a call while so many passwords wait to be checked that the queue is full. */
export async function callWhileHashing(stage: Stage): Promise<Told[]> {
  const ask = async (): Promise<Told[] | null> => {
    const all = await Promise.all(
      hashing.map(async (name) => ({ name, made: (await makers[name]?.(stage)) as Made })),
    )
    const filled = fillHashing()
    const both = ['/', ''].flatMap((slash) => callAll(stage, stage.world.edge, all, slash))
    const told = await Promise.all(both)
    await filled
    // On a slow machine, the two may be checked before the last request arrives.
    return told.every(([, { status }]) => status === 503) ? told : null
  }
  return await until('passwords to wait', ask, { deadlineMs: 120_000 })
}

/** Requests that need the chain, or a rate for TRX. */
export async function prepareOutside(stage: Stage): Promise<Prepared[]> {
  const { world } = stage
  // A USDT withdrawal needs to know its payer, to estimate the cost.
  await (await world.openPayouts()).round()
  await world.settle()
  const held = await heldTransfer(stage, 'contract')
  const accepting = { params: { id: held.id } }
  const paid = await world.member(stage.name())
  const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' }
  const { body: deposit } = await requestDepositFor(paid, 'TRX', figures)
  const hash = await world.pay(paid.address, 'TRX', '40.8')
  await world.mine(SOLID_AFTER)
  const { member } = await payee(stage)
  const trx = { body: { ...figures, cryptocurrency: 'TRX' } } as const
  const verify = {
    params: { request_id: deposit.request_id },
    body: { transaction_hash: hash },
  }
  const usdt = { body: { amount: 20, payment_method: 'usdt' } } as const
  const sent = await makers.markWithdrawalSent?.(stage)
  return [
    { name: 'verifyDeposit', made: make('verifyDeposit', by(paid), verify) },
    { name: 'requestWithdrawal', made: make('requestWithdrawal', by(member), usdt) },
    { name: 'markWithdrawalSent', made: sent as Made },
    { name: 'getLiveRate', made: make('getLiveRate', none, {}) },
    { name: 'requestDeposit', made: make('requestDeposit', by(stage.member), trx) },
    {
      name: 'acceptUnattributed',
      made: make('acceptUnattributed', by(held.member), accepting),
    },
    {
      name: 'operatorAcceptUnattributed',
      made: make('operatorAcceptUnattributed', stage.operators.finance, {
        ...accepting,
        body: reason,
      }),
    },
  ]
}

/** Sends a call while no node of the chain answers. */
export async function callWithoutChain(stage: Stage, all: readonly Prepared[]): Promise<Told[]> {
  const { context } = stage.world.edge
  const { tron, usdtContract } = context
  const nodes = [{ url: 'http://127.0.0.1:9' }]
  Object.assign(context, { tron: openTronNodes({ nodes, usdtContract }) })
  const told = await callBoth(stage, stage.world.edge, all)
  Object.assign(context, { tron })
  return told
}

/** Sends a call when there has never been a rate. */
export async function callWithoutRate(stage: Stage, all: readonly Prepared[]): Promise<Told[]> {
  const { edge } = stage.world
  await stage.world.stopRates()
  await edge.db.deleteFrom('live_rates').execute()
  await edge.db.deleteFrom('rate_history').execute()
  return await callBoth(stage, edge, all)
}

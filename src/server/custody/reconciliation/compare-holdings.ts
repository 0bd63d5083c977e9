import { nowMs } from '../../../clock/clock.ts'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db, RowOf } from '../../../db/types.ts'
import type { Holding } from '../../../tron/quorum/node-holdings.ts'
import { ledgerBalances, movingAddresses, type LedgerBalance } from '../../chain/ledger-balances.ts'
import { anyOf } from '../../../db/expressions.ts'
import { requireAddress } from '../../../tron/encoding/address.ts'
import { retryLater } from './address-queue.ts'
import { HOUR_MS } from '../../../domain/time/time.ts'

type Deps = { db: Db; log: Logger }

type CheckState = RowOf<'address_checks'>['state']
type Compared = {
  address: string
  state: CheckState
  trx: bigint
  usdt: bigint
  ledgerTrx: bigint
  ledgerUsdt: bigint
  block: number
}

/** Some nodes answer now and then that they have no account where there is one. */
const NO_ACCOUNT = 'no account, although the ledger has TRX there'
/** How often we read such an address again before we believe it. */
const NO_ACCOUNT_RETRIES = 3

/** Worst first. */
const byWorst: readonly CheckState[] = ['differs', 'waiting', 'agrees']

/**
 * Compares each node's answer with the ledger as of that answer's block, and stores the results. An
 * address agrees if every node agrees with the ledger. We report a difference at first sight,
 * unless a payout or move of that address is under way. Returns the decisions. We leave out an
 * address whose ledger balance changed between two blocks of one reading, and read it again. The
 * same goes for one where no node has an account, a few times.
 * @param readAt when the balances were read, to decide them for good; defaults to now
 */
export async function compareHoldings(
  deps: Deps,
  answers: readonly (readonly Holding[])[],
  readAt?: Date,
): Promise<Compared[]> {
  const worst = new Map<string, Compared>()
  const unclear = new Set<string>()
  const missing = new Set<string>()
  for (const held of answers) {
    for (const each of await compareOne(deps.db, held, readAt !== undefined)) {
      if (each.state === null) unclear.add(each.address)
      if (each.state === 'no account') missing.add(each.address)
      if (each.state === null || each.state === 'no account') continue
      const known = worst.get(each.address)
      if (!known || byWorst.indexOf(each.state) < byWorst.indexOf(known.state)) {
        worst.set(each.address, { ...each, state: each.state })
      }
    }
  }
  const decided = [...worst.values()].filter(({ address }) => !unclear.has(address))
  await writeResults(deps, decided, readAt ?? null)
  const unknown = [...missing].filter((address) => !worst.has(address))
  await retryLater(
    deps.db,
    unknown.map((address) => ({ address, reason: NO_ACCOUNT })),
  )
  return decided
}

type Undecided = Omit<Compared, 'state'> & { state: CheckState | 'no account' | null }

async function compareOne(
  db: Db,
  held: readonly Holding[],
  isFinal: boolean,
): Promise<Undecided[]> {
  const ledger = new Map((await ledgerBalances(db, held)).map((row) => [row.address, row]))
  const believed = await readBelieved(db, held)
  const compared = held.map((holding) => {
    const verdict = verdictOf(holding, ledger.get(holding.address))
    const { address, isActivated } = holding
    const isDoubtful = isActivated === false && verdict.ledgerTrx > 0n && !believed.has(address)
    return verdict.state === 'differs' && isDoubtful
      ? { ...verdict, state: 'no account' as const }
      : verdict
  })
  if (isFinal) return compared
  const differing = compared.filter(({ state }) => state === 'differs')
  const addresses = differing.map(({ address }) => address)
  const moving = await movingAddresses(db, addresses)
  return compared.map((each) =>
    each.state === 'differs' && moving.has(each.address) ? { ...each, state: 'waiting' } : each,
  )
}

/** Addresses without an account for so long that this is true. */
async function readBelieved(db: Db, held: readonly Holding[]): Promise<Set<string>> {
  const absent = held.filter(({ isActivated }) => isActivated === false)
  if (absent.length === 0) return new Set()
  const rows = await db
    .selectFrom('reconciliation_retries')
    .select('address')
    .where(
      'address',
      '=',
      anyOf(
        absent.map(({ address }) => address),
        'text',
      ),
    )
    .where('reason', '=', NO_ACCOUNT)
    .where('failures', '>=', NO_ACCOUNT_RETRIES)
    .execute()
  return new Set(rows.map(({ address }) => address))
}

function verdictOf(holding: Holding, ledger: LedgerBalance | undefined): Undecided {
  const { address, trx, usdt, toBlock: block } = holding
  const [from, to] = [
    { trx: ledger?.from_trx ?? 0n, usdt: ledger?.from_usdt ?? 0n },
    { trx: ledger?.to_trx ?? 0n, usdt: ledger?.to_usdt ?? 0n },
  ]
  const agrees = (trx === from.trx || trx === to.trx) && (usdt === from.usdt || usdt === to.usdt)
  const moved = from.trx !== to.trx || from.usdt !== to.usdt
  const state = agrees ? 'agrees' : moved ? null : 'differs'
  return { address, state, trx, usdt, ledgerTrx: to.trx, ledgerUsdt: to.usdt, block }
}

async function writeResults(
  { db, log }: Deps,
  all: readonly Compared[],
  readAt: Date | null,
): Promise<void> {
  if (all.length === 0) return
  // Reviews have the database's time. A difference may not begin after it.
  const at = sql`least(${readAt}::timestamptz, now())`
  const list = <T>(of: (each: Compared) => T): T[] => all.map(of)
  const { rows } = await sql<{ address: string }>`
    with results as (
      select * from unnest(${list((each) => each.address)}::text[],
        ${list((each) => each.trx)}::bigint[], ${list((each) => each.usdt)}::bigint[],
        ${list((each) => each.ledgerTrx)}::bigint[], ${list((each) => each.ledgerUsdt)}::bigint[],
        ${list((each) => each.state)}::text[], ${list((each) => each.block)}::bigint[])
        r (address, chain_trx, chain_usdt, ledger_trx, ledger_usdt, state, block_number)),
    before as (select address from address_checks
      where state = 'differs' and address in (select address from results)),
    written as (
      insert into address_checks (address, checked_at, chain_trx, chain_usdt, ledger_trx,
        ledger_usdt, state, differs_since, block_number)
      select address, ${at}, chain_trx, chain_usdt, ledger_trx, ledger_usdt, state,
        case when state = 'differs' then ${at} end, block_number
      from results order by address
      on conflict (address) do update set checked_at = excluded.checked_at,
        chain_trx = excluded.chain_trx, chain_usdt = excluded.chain_usdt,
        ledger_trx = excluded.ledger_trx, ledger_usdt = excluded.ledger_usdt,
        state = excluded.state, block_number = excluded.block_number,
        -- A payout under way doesn't end the difference before it, nor the review of that.
        differs_since = case when excluded.state <> 'agrees'
          then coalesce(address_checks.differs_since, excluded.differs_since) end),
    answered as (delete from reconciliation_retries where address in (select address from results))
    select address from results
    where state = 'differs' and address not in (select address from before)`.execute(db)
  const found = new Set(rows.map(({ address }) => address))
  for (const each of all.filter(({ address }) => found.has(address)).slice(0, 20)) {
    log.error(each, 'the balance of an address differs from the ledger')
  }
}

/** The most waiting addresses, whose payouts or moves were under way, that we load at once. */
const MAX_WAITING = 200
/** Payouts and moves end within minutes. One that takes longer than this explains nothing. */
const MAX_WAIT_MS = HOUR_MS

/**
 * Decides readings that waited for payouts and moves to end, as of the block of the reading. It
 * reads no balance again, so even a wallet that always has a payout under way gets a decision.
 */
export async function decideWaiting(deps: Deps): Promise<void> {
  const rows = await deps.db
    .selectFrom('address_checks')
    .select(['address', 'checked_at', 'chain_trx', 'chain_usdt', 'block_number'])
    .where('state', '=', 'waiting')
    .where('block_number', 'is not', null)
    .orderBy('checked_at')
    .limit(MAX_WAITING)
    .execute()
  const addresses = rows.map(({ address }) => address)
  const moving = await movingAddresses(deps.db, addresses, 'sinceRead')
  for (const row of rows) {
    const ageMs = nowMs() - row.checked_at.getTime()
    if (moving.has(row.address) && ageMs < MAX_WAIT_MS) continue
    const block = Number(row.block_number)
    const balance = { trx: row.chain_trx, usdt: row.chain_usdt }
    const held = [{ address: requireAddress(row.address), ...balance }].map((each) => {
      return { ...each, fromBlock: block, toBlock: block }
    })
    await compareHoldings(deps, [held], row.checked_at)
  }
}

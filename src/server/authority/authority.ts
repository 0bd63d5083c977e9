import { sql } from 'kysely'
import { z } from 'zod'
import { lockNumber } from '../../db/named-locks.ts'
import { isLockTaken } from '../../db/errors.ts'
import type { Tx } from '../../db/types.ts'

// Between a request's check and its commit, someone may end the operator's session or revoke the
// key. So what authorized a change travels with it, and its transaction checks it again under the
// operator's lock. Ending a session takes the same lock alone. Whichever commits first wins.
//
// These are advisory locks, because they are fair. Locks of rows aren't: a flood of requests that
// share one keeps a reset waiting for it.
//
// Take them before any row: first the lock of all changes of rights, then those of operators.

/** The session or API key that authorized a change, and the operator who has it. */
export const Authority = z.union([
  z.object({ operator: z.string(), session: z.string() }),
  z.object({ operator: z.string(), key: z.string() }),
])
export type Authority = z.infer<typeof Authority>

/**
 * The session or key that authorized a change has expired, or someone has ended or revoked it.
 * Nothing was done.
 */
export class AuthorityEnded extends Error {
  override name = 'AuthorityEnded'
}

const lockOf = (operator: string) => lockNumber(`operator ${operator}`)
const RIGHTS = lockNumber('changes of rights')

/** Not `now()`: the transaction may have waited for the lock. */
const isInTime = sql<boolean>`expires_at > clock_timestamp()`

/** Whether an authority still holds. Take the operator's lock first. */
async function holds(tx: Tx, authority: Authority): Promise<boolean> {
  const found = 'session' in authority ? openSession(tx, authority) : openKey(tx, authority)
  return (await found.executeTakeFirst()) !== undefined
}

const openSession = (tx: Tx, { session, operator }: Extract<Authority, { session: string }>) =>
  tx
    .selectFrom('operator_sessions')
    .select('operator')
    .where('no', '=', BigInt(session))
    .where('operator', '=', operator)
    .where('ended_at', 'is', null)
    .where(isInTime)

const openKey = (tx: Tx, { key, operator }: Extract<Authority, { key: string }>) =>
  tx
    .selectFrom('api_keys')
    .select('created_by as operator')
    .where('no', '=', Number(key))
    .where('created_by', '=', operator)
    .where('revoked_at', 'is', null)
    .where(isInTime)

async function requireHolding(tx: Tx, authority: Authority): Promise<void> {
  if (!(await holds(tx, authority))) throw new AuthorityEnded('the session or key has ended')
}

/**
 * Refuses a change whose session or key has ended, and keeps it from ending until the commit. Many
 * of the operator's changes can hold it at once.
 * @throws AuthorityEnded
 */
export async function holdAuthority(tx: Tx, authority: Authority): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockOf(authority.operator)})`.execute(tx)
  await requireHolding(tx, authority)
}

/** The same, for a change that ends other sessions of its own operator. */
export async function holdAuthorityAlone(tx: Tx, authority: Authority): Promise<void> {
  await lockOperator(tx, authority.operator)
  await requireHolding(tx, authority)
}

/** The same, for a change that ends sessions or keys of another operator. */
export async function holdAuthorityForRights(tx: Tx, authority: Authority): Promise<void> {
  await lockRights(tx)
  await holdAuthority(tx, authority)
}

/** Waits for other changes of rights, as two of them could wait for each other's operator. */
export async function lockRights(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${RIGHTS})`.execute(tx)
}

/**
 * Waits until no change of the operator is on its way, and keeps new ones waiting. Call it before
 * you end a session or revoke a key.
 */
export async function lockOperator(tx: Tx, operator: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(operator)})`.execute(tx)
}

/** How long a batch waits for the locks of all operators whose access it ends. */
const BATCH_WAIT_MS = 200

/**
 * Locks operators whose access a batch ends, and returns the ones it could lock. It gives up soon,
 * because the ledger must not wait for staff. But it does wait, because a flood of an operator's
 * requests that share the lock would leave no moment without one.
 */
export async function lockSoon(
  tx: Tx,
  operators: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const locked = new Set<string>()
  const untilMs = performance.now() + BATCH_WAIT_MS
  if (operators.size === 0 || !(await lockBefore(tx, untilMs, lockRights))) return locked
  for (const operator of operators) {
    if (await lockBefore(tx, untilMs, () => lockOperator(tx, operator))) locked.add(operator)
  }
  return locked
}

/** Whether a lock was free in time. If not, the transaction continues without it. */
async function lockBefore(
  tx: Tx,
  untilMs: number,
  lock: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { rows } = await sql<{ usual: string }>`
    select current_setting('lock_timeout') as usual
  `.execute(tx)
  const limitTo = (wait: string) =>
    sql`select set_config('lock_timeout', ${wait}, true)`.execute(tx)
  await sql`savepoint before_lock`.execute(tx)
  try {
    // A limit of 0 would be none.
    await limitTo(`${Math.max(1, Math.ceil(untilMs - performance.now()))}ms`)
    await lock(tx)
    await limitTo(rows[0]?.usual ?? '')
    await sql`release savepoint before_lock`.execute(tx)
    return true
  } catch (error) {
    if (!isLockTaken(error)) throw error
    // This also restores the usual limit.
    await sql`rollback to savepoint before_lock`.execute(tx)
    await sql`release savepoint before_lock`.execute(tx)
    return false
  }
}

/** What can't be decided in this transaction, because someone is changing the operator's rights. */
type Held = 'holds' | 'ended' | 'busy'

/**
 * Holds the authorities of several operators, without waiting: the ledger must not wait for staff.
 */
export async function tryAuthorities(
  tx: Tx,
  authorities: readonly Authority[],
): Promise<ReadonlyMap<Authority, Held>> {
  const held = await tryEach(tx, authorities)
  const busy = authorities.filter((authority) => held.get(authority) === 'busy')
  // A transaction that ends frees the ledger's lock a moment before the operator's.
  return busy.length === 0 ? held : new Map([...held, ...(await tryEach(tx, busy))])
}

async function tryEach(tx: Tx, authorities: readonly Authority[]): Promise<Map<Authority, Held>> {
  const held = authorities.map(async (authority): Promise<[Authority, Held]> => {
    // The look-up comes after the lock: PostgreSQL runs statements in the order of these calls.
    const [{ rows }, isHolding] = await Promise.all([
      sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock_shared(${lockOf(authority.operator)}) as free
      `.execute(tx),
      holds(tx, authority),
    ])
    if (rows[0]?.free !== true) return [authority, 'busy']
    return [authority, isHolding ? 'holds' : 'ended']
  })
  return new Map(await Promise.all(held))
}

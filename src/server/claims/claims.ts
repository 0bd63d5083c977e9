import { expressionBuilder, sql, type Expression } from 'kysely'
import { lockNumber } from '../../db/named-locks.ts'
import { anyOf, fromNow, is, lit, now, subquery, type Condition } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Claim, claim } from '../../contract/subjects/claims.ts'
import type { Database, Db, Tx } from '../../db/types.ts'
import { reject, rejectByRule, Rejection } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import { isFinal } from '../../domain/wallet/withdrawal.ts'
import { requireProof } from '../http/require-proof.ts'
import type { Operator } from '../http/route.ts'
import { audit } from '../audit/audit.ts'

// A claim keeps two operators from working on one item. It expires after ten minutes. Who claims an
// approved withdrawal may be paying it from another wallet. Any other claim of a withdrawal is for
// its review, and ends with an approval.

export type Queue = 'withdrawals' | 'unattributed' | 'messages'
export type ClaimShape = z.infer<typeof claim>

const CLAIM_MINUTES = 10

/** One item of a queue, as the audit log calls it. */
const ITEM: Record<Queue, string> = {
  withdrawals: 'withdrawal',
  unattributed: 'transfer',
  messages: 'message',
}

const claimColumns = expressionBuilder<Database, 'operator_claims'>()

/**
 * Whether a withdrawal was approved after a claim for its review. The claim was for that approval,
 * so it neither delays the payout nor keeps other operators away. If the clock was set back since
 * the approval, we can't tell which came first, so the claim counts.
 */
const endedByApproval = claimColumns.and([
  claimColumns('operator_claims.queue', '=', lit('withdrawals')),
  claimColumns('operator_claims.to_pay', '=', lit(false)),
  claimColumns.exists(
    claimColumns
      .selectFrom('withdrawal_approvals')
      .select('withdrawal_approvals.seq')
      .whereRef('withdrawal_approvals.withdrawal_no', '=', 'operator_claims.item')
      .whereRef('withdrawal_approvals.at', '>=', 'operator_claims.claimed_at')
      .where('withdrawal_approvals.at', '<=', now),
  ),
])

/** Whether a claim is in force: it hasn't expired, and no approval has ended it. */
export const isClaimInForce: Condition = claimColumns.and([
  claimColumns('operator_claims.ends_at', '>', now),
  claimColumns.not(endedByApproval),
])

/** For each queue, the reason why nobody can claim an item: there is none, or it is finished. */
const refusals: Record<Queue, (db: Tx, no: bigint) => Promise<Error | null>> = {
  async withdrawals(db, no) {
    const row = await db
      .selectFrom('withdrawals')
      .select('state')
      .where('no', '=', Number(no))
      .executeTakeFirst()
    if (!row) return reject('not_found')
    return isFinal(row.state) ? rejectByRule({ code: 'wrong_state', state: 'ended' }) : null
  },
  async unattributed(db, no) {
    const row = await db
      .selectFrom('transfers')
      .select('no')
      .where('no', '=', Number(no))
      .where('state', 'in', [lit('unattributed'), lit('too_small'), lit('dust')])
      .executeTakeFirst()
    return row ? null : reject('not_found')
  },
  async messages(db, no) {
    const row = await db
      .selectFrom('contact_messages')
      .select('answered_at')
      .where('no', '=', no)
      .executeTakeFirst()
    if (!row) return reject('not_found')
    return row.answered_at ? reject('already_answered') : null
  },
}

// An operator who may not act on an item must not block others.
function requireRight(queue: Queue, { role }: Operator): void {
  if (role === 'support' && queue !== 'messages') throw reject('forbidden')
}

const claimLock = (withdrawal: Expression<bigint> | bigint) =>
  lockNumber('claim of a withdrawal', withdrawal)

const waitForPayout = (tx: Tx, withdrawal: bigint) =>
  sql`select pg_advisory_xact_lock(${claimLock(withdrawal)})`.execute(tx)

/**
 * For batch hooks that pay or return withdrawals: lets nobody claim these until the COMMIT. It
 * doesn't wait for a claim that is being stored, because nobody may hold up the ledger writer.
 * @returns those that can't be claimed now
 */
export async function holdOffClaims(tx: Tx, withdrawals: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ no: number }>`
    select no from unnest(${withdrawals}::int[]) as asked (no)
    where pg_try_advisory_xact_lock(${claimLock(sql`no`)})`.execute(tx)
  return new Set(rows.map(({ no }) => no))
}

type Claiming = {
  readonly requestId: string
  readonly window?: string | undefined
  readonly takeOver?: boolean | undefined
}

/**
 * Claims an item, or extends the claim by ten minutes. Refuses if another operator has it, or if
 * the same operator may be paying it in another window. If a withdrawal's payout is being stored,
 * waits for that. So its state is up to date afterward.
 */
export async function claimItem(
  db: Db,
  operator: Operator,
  queue: Queue,
  no: bigint,
  claiming: Claiming,
): Promise<z.infer<typeof Claim>> {
  requireRight(queue, operator)
  const isWithdrawal = queue === 'withdrawals'
  const row = await db.transaction().execute(async (tx) => {
    if (isWithdrawal) await waitForPayout(tx, no)
    const refusal = await refusals[queue](tx, no)
    if (refusal) throw refusal
    const before = isWithdrawal ? (await readClaims(tx, queue, [no])).get(String(no)) : undefined
    const inserted = await insertClaim(tx, queue, no, operator.username, claiming)
    if (!inserted) throw await whyClaimed(tx, operator, queue, no)
    const isLonger = before?.operator === operator.username && before.to_pay
    // While it is in force, the worker doesn't pay, and the member can't cancel.
    if (inserted.to_pay && !isLonger) await auditClaim(tx, operator, no, claiming.requestId)
    return inserted
  })
  const ends_at = row.ends_at.toISOString()
  return { queue, id: String(no), operator: operator.username, ends_at }
}

const auditClaim = (tx: Tx, { username }: Operator, no: bigint, requestId: string) =>
  audit(tx, [
    { operator: username, action: 'claim withdrawal', object: `withdrawal ${no}`, requestId },
  ])

async function whyClaimed(tx: Tx, { username }: Operator, queue: Queue, no: bigint) {
  const claimed = (await readClaims(tx, queue, [no])).get(String(no))
  if (claimed?.operator !== username) return reject('claimed_by_another')
  return new Rejection('claimed_elsewhere', text('claimed_until', { time: claimed.ends_at }))
}

/**
 * The time of a claim: now, but after every approval that is already there. If the clock was set
 * back since an approval, the clock alone would let that approval end this claim later.
 */
const afterApprovals = (withdrawal: bigint) =>
  sql<Date>`greatest(${now}, ${subquery
    .selectFrom('withdrawal_approvals')
    .select(({ fn }) => fn.max('withdrawal_approvals.at').as('at'))
    .where('withdrawal_approvals.withdrawal_no', '=', Number(withdrawal))} + interval '1 us')`

const approvedOne = (withdrawal: bigint): Condition =>
  subquery.exists(
    subquery
      .selectFrom('withdrawals')
      .select('withdrawals.no')
      .where('withdrawals.no', '=', Number(withdrawal))
      .where('withdrawals.state', '=', lit('approved')),
  )

async function insertClaim(
  tx: Tx,
  queue: Queue,
  no: bigint,
  operator: string,
  { window, takeOver = false }: Claiming,
) {
  const isWithdrawal = queue === 'withdrawals'
  return await tx
    .insertInto('operator_claims')
    .values({
      queue,
      item: no,
      operator,
      claimed_at: isWithdrawal ? afterApprovals(no) : now,
      ends_at: fromNow('mins', CLAIM_MINUTES),
      to_pay: isWithdrawal ? is(approvedOne(no)) : false,
      window_id: window ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['queue', 'item'])
        .doUpdateSet((eb) => ({
          operator: eb.ref('excluded.operator'),
          claimed_at: eb.ref('excluded.claimed_at'),
          ends_at: eb.ref('excluded.ends_at'),
          window_id: eb.ref('excluded.window_id'),
          // It may be pending again, while the operator's coins are on the way.
          to_pay: is(
            eb.or([
              eb.ref('excluded.to_pay'),
              eb.and([eb.ref('operator_claims.to_pay'), isClaimInForce]),
            ]),
          ),
        }))
        .where((eb) =>
          eb.or([
            eb.and([
              eb('operator_claims.operator', '=', eb.ref('excluded.operator')),
              // In another window, they may be paying it.
              eb.or([
                eb.val(takeOver),
                eb('operator_claims.to_pay', '=', lit(false)),
                eb(
                  'operator_claims.window_id',
                  'is not distinct from',
                  eb.ref('excluded.window_id'),
                ),
              ]),
            ]),
            eb.not(isClaimInForce),
          ]),
        ),
    )
    .returning(['ends_at', 'to_pay'])
    .executeTakeFirst()
}

type Release = { readonly review: boolean; readonly requestId: string }

const isApproved = claimColumns.and([
  claimColumns('operator_claims.queue', '=', lit('withdrawals')),
  claimColumns.exists(
    claimColumns
      .selectFrom('withdrawals')
      .select('withdrawals.no')
      .whereRef('withdrawals.no', '=', 'operator_claims.item')
      .where('withdrawals.state', '=', lit('approved')),
  ),
])

const isToPay = claimColumns.or([
  claimColumns('operator_claims.to_pay', '=', lit(true)),
  // A claim that the previous version stored.
  isApproved,
])

/**
 * Releases the operator's own claim. An admin may end anyone's. Ending a claim to pay needs a
 * recent step-up, because we then pay the withdrawal, which the operator may have paid.
 * @param review whether it was for a review. If the claim is to pay the withdrawal, it stays.
 */
export async function releaseItem(
  db: Db,
  operator: Operator,
  queue: Queue,
  no: bigint,
  { review, requestId }: Release,
): Promise<z.infer<typeof Claim>> {
  requireRight(queue, operator)
  const { username, role } = operator
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('operator_claims')
      .where('queue', '=', queue)
      .where('item', '=', no)
      .$if(review, (query) => query.where((eb) => eb.not(isToPay)))
      .where((eb) =>
        eb.or([eb('operator', '=', username), eb.val(role === 'admin'), eb.not(isClaimInForce)]),
      )
      .returning(['operator', is(isClaimInForce).as('held'), is(isToPay).as('paying')])
      .execute()
    if (rows.some(({ held, paying }) => held && paying)) requireProof(operator)
    // Don't audit the operator's own claims, which come and go. Do audit taking someone else's.
    const taken = rows.filter(({ operator: holder, held }) => held && holder !== username)
    const entries = taken.map(({ operator: holder }) => {
      const object = `${ITEM[queue]} ${no}`
      const before = { operator: holder }
      return { operator: username, action: 'release claim', object, before, requestId }
    })
    await audit(tx, entries)
  })
  const left = (await readClaims(db, queue, [no])).get(String(no))
  if (left && left.operator !== username) throw reject('claimed_by_another')
  const { operator: holder = null, ends_at = null } = left ?? {}
  return { queue, id: String(no), operator: holder, ends_at }
}

/** The claims in force, by item number as text. */
export async function readClaims(
  db: Db | Tx,
  queue: Queue,
  numbers: readonly (number | bigint)[],
): Promise<Map<string, NonNullable<ClaimShape>>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('operator_claims')
    .select(['item', 'operator', 'ends_at', 'to_pay'])
    .where('queue', '=', queue)
    .where('item', '=', anyOf(numbers.map(BigInt), 'bigint'))
    .where(isClaimInForce)
    .execute()
  return new Map(
    rows.map(({ item, operator, ends_at: at, to_pay }) => [
      String(item),
      { operator, ends_at: at.toISOString(), ...(to_pay && { to_pay }) },
    ]),
  )
}

/** Refuses to act on an item that another operator has claimed. */
export async function requireUnclaimed(
  db: Db | Tx,
  operator: string,
  queue: Queue,
  no: number | bigint,
): Promise<void> {
  const found = (await readClaims(db, queue, [no])).get(String(no))
  if (found && found.operator !== operator) throw reject('claimed_by_another')
}

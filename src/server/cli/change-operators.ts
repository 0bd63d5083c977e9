import type { OperatorRole } from '../../contract/roles.ts'
import { now } from '../../db/expressions.ts'
import type { Db } from '../../db/types.ts'
import { audit } from '../audit/audit.ts'
import type { Book } from '../book/book.ts'
import { endAllPrepared } from '../auth/locked-account.ts'
import { BookUnavailable, OutcomeUnknown } from '../book/submission.ts'
import { revokeKeysOf } from '../rights/revoke-keys.ts'
import { toolSentence } from '../startup/tool-database.ts'
import { skipNumbers } from '../webhooks/queue-events.ts'
import {
  addOperator,
  byCommandLine,
  disableOperator,
  endOperatorSessions,
  resetOperator,
} from '../staff/operators.ts'
import { endPendingApprovals, hasPendingEnding } from '../staff/access/withdraw-approvals.ts'

// Changes of rights by someone with access to the machine.

type Opening = { db: Db; openBook: () => Promise<Book> }

/** Whether an operator's approvals have ended; otherwise, why not, and what to do. */
export type Approvals = 'ended' | { readonly later: string }

const NOT_REACHED = 'No ledger process answers. Start one, or check its machine and network.'

/** Why they haven't, in one line. */
function whyLater(error: unknown): string {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
  const [first] = errors
  const isNotReached = first instanceof BookUnavailable || first instanceof OutcomeUnknown
  if (isNotReached) return NOT_REACHED
  return toolSentence(first) ?? (first instanceof Error ? first.message : String(first))
}

/** The first operators exist before the ledger does, and an emergency must not depend on it. */
async function endApprovalsOf({ db, openBook }: Opening, name: string): Promise<Approvals> {
  const operator = name.toLowerCase()
  if (!(await hasPendingEnding(db, operator))) return 'ended'
  try {
    await endPendingApprovals({ db, book: await openBook() }, operator)
    return 'ended'
  } catch (error) {
    return { later: whyLater(error) }
  }
}

/**
 * Adds an operator, or gives an existing one a new role and password. Ends their approvals, which
 * may be a thief's. Returns the password.
 */
export async function addByCommandLine(
  opening: Opening,
  name: string,
  role: OperatorRole,
): Promise<{ password: string; approvals: Approvals }> {
  const password = await addOperator(opening.db, name, role)
  return { password, approvals: await endApprovalsOf(opening, name) }
}

/** Sets a new password for an operator who lost theirs, and ends their approvals. */
export async function resetByCommandLine(
  opening: Opening,
  name: string,
): Promise<{ password: string; approvals: Approvals } | 'unknown' | 'disabled'> {
  const done = await resetOperator(opening.db, name)
  if (typeof done === 'string') return done
  return { ...done, approvals: await endApprovalsOf(opening, name) }
}

/** Ends an operator's access and open approvals. */
export async function disableByCommandLine(
  opening: Opening,
  name: string,
): Promise<{ approvals: Approvals } | 'unknown'> {
  if (!(await disableOperator(opening.db, name))) return 'unknown'
  return { approvals: await endApprovalsOf(opening, name) }
}

/** Of the members' sessions that one statement ends. A restored database may have a million. */
const STEP = 10_000

/**
 * Ends every session of members and operators, every API key, and every emailed link that changes
 * an account. After a restore, those that ended since the backup would work again. It also keeps
 * the numbers of lost webhook events from being used again. Run it while no web process runs.
 * @returns how many sessions of members it ended
 */
export async function endAllAccess(db: Db): Promise<number> {
  const operators = await db.selectFrom('operators').select('username').execute()
  for (const { username } of operators) {
    await db.transaction().execute(async (tx) => {
      await endOperatorSessions(tx, username)
      await revokeKeysOf(tx, username, byCommandLine, RESTORED)
    })
  }
  let ended = 0
  for (let step = STEP; step === STEP; ended += step) {
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('no', 'in', (eb) =>
        eb.selectFrom('sessions').select('no').where('ended_at', 'is', null).limit(STEP),
      )
      .executeTakeFirstOrThrow()
    step = Number(numUpdatedRows)
  }
  await db.transaction().execute(endAllPrepared)
  await skipNumbers(db)
  const entry = { ...byCommandLine, action: 'end all access', object: 'everyone', reason: RESTORED }
  await db.transaction().execute((tx) => audit(tx, [{ ...entry, after: { sessions: ended } }]))
  return ended
}

const RESTORED = 'After a restore, access that had ended would work again.'

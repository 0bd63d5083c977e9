/** Signed statements that a reserve wallet is ours: storing, finding, and checking them. */
import { nowMs } from '../../../clock/clock.ts'
import { DAY_MS, dayOf } from '../../../domain/time/time.ts'
import type { Db, RowOf, Tx } from '../../../db/types.ts'
import { countsOn, readStatement, statementText } from '../../../proof/reserve-statement.ts'
import { equal } from '../../../proof/tree.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import { signerOfMessage } from '../../../tron/transaction/signed-message.ts'
import { audit } from '../../audit/audit.ts'
import { readLastSigned } from '../log/sign-checkpoint.ts'
import { findActiveOperator } from '../../staff/operators.ts'

/** We can't accept a statement. The message is for the operator. */
export class StatementRefused extends Error {
  override name = 'StatementRefused'
}

export type Statement = Pick<RowOf<'reserve_statements'>, 'text' | 'signature'>

/** What a statement must name to be about our wallet, on this network and log. */
export type Place = {
  readonly brand: string
  readonly origin: string
  readonly network: string
}

/** The text for a wallet's owner to sign today. */
export async function draftStatement(db: Db, place: Place, address: Address): Promise<string> {
  const checkpoint = await readLastSigned(db)
  if (!checkpoint) throw new StatementRefused('The public log has no checkpoint yet.')
  return statementText({ ...place, address, day: dayOf(nowMs()), ...checkpoint })
}

/**
 * Whether a text and its signature state that a wallet was ours at most 35 days before a day.
 * @param day of the sheet, YYYY-MM-DD
 * @returns what is wrong, or null
 */
export async function findStatementFault(
  db: Db | Tx,
  { text, signature }: Statement,
  { address, day, place }: { address: string; day: string; place: Place },
): Promise<string | null> {
  const read = readStatement(text)
  if (!read) return 'The text is not a statement.'
  const { brand, origin, network } = place
  const isHere = read.brand === brand && read.origin === origin && read.network === network
  if (!isHere || read.address !== address) return 'The text is about another wallet or place.'
  if (!countsOn(read.day, day)) return 'The statement is older than 35 days, or of a later day.'
  if (signerOfMessage(text, signature) !== address) return 'Another key signed the text.'
  return (await isOfItsDay(db, read)) ? null : 'Its checkpoint is not one of its day.'
}

/** Nobody knows a checkpoint before its day, so nobody can have signed this in advance. */
async function isOfItsDay(
  db: Db | Tx,
  { day, size, root }: { day: string; size: number; root: Uint8Array },
): Promise<boolean> {
  const signed = await db
    .selectFrom('log_checkpoints')
    .select(['root', 'signed_at'])
    .where('size', '=', BigInt(size))
    .executeTakeFirst()
  if (!signed || !equal(signed.root, root)) return false
  return Math.abs(Date.parse(day) - signed.signed_at.getTime()) < 2 * DAY_MS
}

/** The newest statement of each wallet. */
export async function readStatements(
  db: Db | Tx,
  addresses: readonly string[],
): Promise<Map<string, Statement>> {
  const rows = await db
    .selectFrom('reserve_statements')
    .select(['address', 'text', 'signature'])
    .distinctOn('address')
    .where('address', 'in', ['', ...addresses])
    .orderBy('address')
    .orderBy('no', 'desc')
    .execute()
  return new Map(rows.map(({ address, ...statement }) => [address, statement]))
}

/**
 * Stores a statement for future sheets.
 * @throws StatementRefused
 */
export async function keepStatement(
  db: Db,
  given: Statement & { readonly operator: string },
  place: Place,
): Promise<{ address: string; day: string }> {
  const { text } = given
  const signature = given.signature.trim().replace(/^0x/, '').toLowerCase()
  const operator = await findActiveOperator(db, given.operator)
  if (!operator) throw new StatementRefused(`${given.operator} is no active operator.`)
  const read = readStatement(text)
  if (!read) throw new StatementRefused('The text is not a statement.')
  const { address, day } = read
  const today = dayOf(nowMs())
  const fault = await findStatementFault(db, { text, signature }, { address, day: today, place })
  if (fault !== null) throw new StatementRefused(fault)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('reserve_statements')
      .values({ address, day, text, signature, added_by: operator })
      .execute()
    const entry = { operator, action: 'add reserve statement', object: address }
    await audit(tx, [{ ...entry, after: { day }, requestId: 'command line' }])
  })
  return { address, day }
}

import { DatabaseError } from 'pg'

// Where an error comes from decides what it means. Either the server judged our statement, or
// something between us and the server failed. A list of messages would never be complete.

/** Data, integrity and syntax errors, and errors that our functions and triggers raise. */
const verdictClasses = /^(?:22|23|42|P0|TF)/
const LACKS_RIGHT = '42501'
const codesOfBugs = new Set([LACKS_RIGHT])

/** The statement exceeded a limit: time, memory, or the program's own bounds. */
const sizeCodes = new Set(['57014', '54000', '53200'])

/**
 * The server is starting, stopping, full, or read-only, or refuses our login. 0A000 and XX000
 * aren't here, because they are bugs, ours or the server's.
 */
const unavailableClasses = /^(?:08|25|26|28|3D|40|53|55|57|58)/

/** A COMMIT that the primary has done but the standby may lack. */
export class NotReplicated extends Error {
  override name = 'NotReplicated'
}

/**
 * A COMMIT that PostgreSQL turned into a ROLLBACK, because our code swallowed a failed statement.
 */
export class RolledBack extends Error {
  override name = 'RolledBack'
}

/**
 * A statement that came after the end of its transaction, or after a failure that will end it. It
 * was not run.
 */
export class TransactionOver extends Error {
  override name = 'TransactionOver'
}

const lost = new WeakSet<Error>()

/** Marks an error of the driver, as opposed to the server. */
export function markLost(error: unknown): void {
  // A value that the driver can't send is the caller's bug and says nothing about the server.
  const isOther = [DatabaseError, TypeError, RangeError, RolledBack, NotReplicated].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error && !isOther) lost.add(error)
}

/** We couldn't connect, or the connection ended before the server's answer. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && lost.has(error)

export const isServerError = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError

/** The server itself rejects the statement. */
export function isVerdict(error: unknown): boolean {
  if (!isServerError(error)) return false
  const { code = '' } = error
  return verdictClasses.test(code) && !codesOfBugs.has(code) && !isPartitionMissing(error)
}

/** No partition is for these rows. PostgreSQL reports it as a check that has no name. */
export const isPartitionMissing = ({ code, constraint }: DatabaseError): boolean =>
  code === '23514' && constraint === undefined

/** The role may not do what the statement asks. */
export const lacksRight = (error: unknown): boolean =>
  isServerError(error) && error.code === LACKS_RIGHT

/** A unique value is already taken. */
export const isDuplicate = (error: unknown): boolean =>
  isServerError(error) && error.code === '23505'

/** Another session holds a lock that a statement didn't wait for. */
export const isLockTaken = (error: unknown): boolean =>
  isServerError(error) && error.code === '55P03'

/** A statement with fewer rows may succeed. */
export const isTooLarge = (error: unknown): boolean =>
  isServerError(error) && sizeCodes.has(error.code ?? '')

/** One of our triggers found that the ledger and the writer's memory disagree. */
export const isLedgerTrigger = (error: unknown): boolean =>
  isServerError(error) && (error.code ?? '').startsWith('TF')

/**
 * The database is unavailable, starting, full, or the wrong one. The same request may work later.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  isConnectionLost(error) || (isServerError(error) && unavailableClasses.test(error.code ?? ''))

/** The server can't write: its disk is full, it's a standby, or it's starting or stopping. */
const refusingCodes = /^(?:08|25006|28|3D|53|57P|58)/

/** The database can't be reached, or can't write. A lock that someone holds isn't that. */
export const isRefusingWrites = (error: unknown): boolean =>
  isConnectionLost(error) || (isServerError(error) && refusingCodes.test(error.code ?? ''))

/** The result of a prepared statement is no longer what PostgreSQL planned. */
export const isPlanRejected = (error: unknown): boolean =>
  isServerError(error) && error.code === '0A000'

/** After such an error, the connection may lead to a server that is no longer the primary. */
export const breaksConnection = (error: unknown): boolean =>
  isConnectionLost(error) || (isServerError(error) && error.code === '25006')

import { DatabaseError } from 'pg'

// Where an error comes from decides what it means: the server judged a statement of ours, or
// something between us and the server went wrong. A list of messages would never be complete.

/** Data, integrity and syntax errors, and what functions and triggers of ours raise. */
const verdictClasses = /^(?:22|23|42|P0|TF)/
const notAboutTheStatement = new Set(['42501'])

/** The statement was too much for its limits: time, memory, or the program's own bounds. */
const sizeCodes = new Set(['57014', '54000', '53200'])

/**
 * The server is going, coming, full, read-only, or won't let us in. 0A000 and XX000 aren't here:
 * they are bugs, ours or the server's.
 */
const awayClasses = /^(?:08|25|26|28|3D|40|53|55|57|58)/

/** A COMMIT that the primary has done while its standby may not have it. */
export class NotReplicated extends Error {
  override name = 'NotReplicated'
}

/** A COMMIT that PostgreSQL turned into a ROLLBACK, because someone hid a failed statement. */
export class RolledBack extends Error {
  override name = 'RolledBack'
}

const lost = new WeakSet<Error>()

/** Notes that the driver, and not the server, gave this error. */
export function markLost(error: unknown): void {
  // A value that the driver can't send is a bug of the caller's and says nothing about the server.
  const isOther = [DatabaseError, TypeError, RangeError, RolledBack, NotReplicated].some(
    (kind) => error instanceof kind,
  )
  if (error instanceof Error && !isOther) lost.add(error)
}

/** The connection could not be had, or ended before the server's answer. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && lost.has(error)

export const isServerError = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError

/** The server itself says that the statement, as it is, can't be done. */
export function isVerdict(error: unknown): boolean {
  if (!isServerError(error)) return false
  const { code = '' } = error
  return verdictClasses.test(code) && !notAboutTheStatement.has(code)
}

/** A unique value is taken. */
export const isDuplicate = (error: unknown): boolean =>
  isServerError(error) && error.code === '23505'

/** Someone else has a lock that a statement didn't wait for. */
export const isLockTaken = (error: unknown): boolean =>
  isServerError(error) && error.code === '55P03'

/** Fewer rows in one statement might get through. */
export const isTooLarge = (error: unknown): boolean =>
  isServerError(error) && sizeCodes.has(error.code ?? '')

/** A trigger of ours found the ledger and the writer's memory in disagreement. */
export const isLedgerTrigger = (error: unknown): boolean =>
  isServerError(error) && (error.code ?? '').startsWith('TF')

/** The database is away, starting, full, or the wrong one: the same request may work later. */
export const isDatabaseAway = (error: unknown): boolean =>
  isConnectionLost(error) || (isServerError(error) && awayClasses.test(error.code ?? ''))

/** After such an error the connection may lead to a server that is no longer the primary. */
export const spoilsConnection = (error: unknown): boolean =>
  isConnectionLost(error) || (isServerError(error) && error.code === '25006')

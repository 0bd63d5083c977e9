/**
 * The header that carries how much of the database's log a caller has seen (PostgreSQL's `pg_lsn`).
 * Answers to writes have it. Reads that send it back see at least those writes, whichever replica
 * answers.
 */
export const SEEN_HEADER = 'Twofold-Seen'

export const seenPattern = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

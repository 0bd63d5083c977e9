/**
 * The header with the log position (PostgreSQL's `pg_lsn`) that a caller has seen. Answers to
 * writes have it. Reads that send it back include at least those writes, whichever replica answers.
 */
export const SEEN_HEADER = 'Twofold-Seen'

export const seenPattern = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/

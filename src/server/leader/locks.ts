/**
 * Taken by the session of the process that leads the ledger, in a transaction that stays open. Only
 * roles that write the ledger may lock this table; an advisory lock, anyone may take. Nothing is
 * written in it, so it holds up no vacuum.
 */
export const LEADER_LOCK = 'lock table leader_lock in exclusive mode'

/** The class of the advisory locks of jobs that run once. `single-jobs.ts` numbers the jobs. */
export const JOB_LOCKS = 7_960_365

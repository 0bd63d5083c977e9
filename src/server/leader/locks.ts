// Numbers of advisory locks. The writer's own, 7960363, is in 002-ledger.sql.

/** Held by the process that leads the ledger. */
export const LEADER_LOCK = 7_960_364

/** The class of the locks of jobs that run once. `single-jobs.ts` numbers the jobs. */
export const JOB_LOCKS = 7_960_365

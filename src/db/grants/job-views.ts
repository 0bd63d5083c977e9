/**
 * The view that the session of each single job locks, as `leadership` (decision 168). Only roles of
 * workers have the right to.
 */
export const jobViews = {
  'rate feed': 'job_rate_feed',
  'chain watcher': 'job_chain_watcher',
  imports: 'job_imports',
  payouts: 'job_payouts',
  reconciler: 'job_reconciler',
  watcher: 'job_watcher',
  transparency: 'job_transparency',
  'deposit addresses': 'job_deposit_addresses',
  'disputed withdrawals': 'job_disputed_withdrawals',
  closings: 'job_closings',
} as const
export type JobName = keyof typeof jobViews

/** The views that only serve as locks. */
export const lockViews: readonly string[] = [
  'leadership',
  'signing_files',
  ...Object.values(jobViews),
]

// Written from the migrated database by `npm run schema`.

export interface ReturnedApprovalsTables {
  /**
   * Approvals that no longer count against the daily limit, as nothing was sent. Each counts
   * back once.
   */
  withdrawal_approval_returns: {
    withdrawal_no: number
    revision: number
    operator: string
    micros: bigint
    at: Date
    seq: bigint
  }
}

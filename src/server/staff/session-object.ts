/** Where an operator is, for the list of sessions and the audit log. */
export type Origin = { device: string; address: string; requestId: string }

/** An operator's session as the audit log names it. */
export const sessionObject = (no: bigint): string => `operator session ${no}`

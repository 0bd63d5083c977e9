/** Where an operator is signed in, for the session list and the audit log. */
export type Origin = { device: string; address: string; requestId: string }

/** An operator's session, as named in the audit log. */
export const sessionObject = (no: bigint): string => `operator session ${no}`

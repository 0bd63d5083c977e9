// The numbers that the main thread shares with the thread that answers /alive.

export const EPOCH = 0
export const SEQ = 1
/** When the main thread was last seen, by `upMs()`. */
export const BEAT = 2
/** 1 once the thread accepts requests. */
export const LISTENING = 3
export const FIELD_COUNT = 4

/** A clock that nobody sets, and that both threads share. */
export const upMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

// The numbers that the main thread shares with the thread that answers /alive.

export const EPOCH = 0
export const SEQ = 1
/** When the main thread was last seen, by `Date.now()`. */
export const BEAT = 2
/** 1 once the thread accepts requests. */
export const LISTENING = 3
export const FIELD_COUNT = 4

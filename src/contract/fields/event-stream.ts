/** An event stream: how often the server sends something, and how long it may be silent. */
export const stream = { roundMs: 10_000, silenceMs: 45_000 }

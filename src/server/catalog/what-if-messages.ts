// Messages between the replay thread and the process that feeds it.

/** A command as the log holds it. */
export type LogRow = { seq: string; at: number; kind: string; input: string }

export type ToReplay =
  | { kind: 'begin'; catalog: string }
  | { kind: 'rows'; rows: LogRow[] }
  | { kind: 'end' }

/** Amounts are decimal digits of micro-dollars or of a coin's smallest unit. */
export type Figures = {
  paid: string
  margin: string
  owed: string
  trx: string
  usdt: string
  /** Coins of transfers that aren't credited to anyone yet. */
  unmatchedTrx: string
  unmatchedUsdt: string
  boards: number[]
}

export type Replayed = {
  commands: number
  refused: { kind: string; code: string; count: number }[]
  actual: Figures
  draft: Figures
  differing: number
  top: { member: number; actual: string; draft: string }[]
}

export type FromReplay = { kind: 'next' } | { kind: 'done'; replayed: Replayed }

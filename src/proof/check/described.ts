/** A verifier's description of one file. */

export type Row = readonly [label: string, value: string]

export type Content = {
  says: string
  figures?: readonly Row[]
  proof: readonly Row[]
  /** The questions that only a node of the chain can answer, and how to ask one. */
  needsNode?: readonly string[]
}

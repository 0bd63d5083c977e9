/** A verifier's description of one file. */

export type Row = readonly [label: string, value: string]

export type Subject = { readonly username: string; readonly day: string }

export type Content = {
  says: string
  figures?: readonly Row[]
  proof: readonly Row[]
  /** The member and the day that a proof of what we owe is about. */
  of?: Subject
  /** The questions that only a node of the chain can answer, and how to ask one. */
  needsNode?: readonly string[]
}

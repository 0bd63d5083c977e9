/** What a verifier tells about one file. */

export type Row = readonly [label: string, value: string]

export type Content = {
  says: string
  figures?: readonly Row[]
  proof: readonly Row[]
  /** What only a node of the chain can say, and how to ask one. */
  needsNode?: readonly string[]
}

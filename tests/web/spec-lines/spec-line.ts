/** A test by its file, below tests/ and without its ending, and its title. */
export type TestName = readonly [file: string, title: string]

/** One line of the specification and what holds it. */
export type SpecLine = {
  /** As the specification has it, shortened; where it contradicts itself, as it was decided. */
  line: string
  /** What is said in these very words: each stands in one of the tests. */
  says?: readonly string[]
  heldBy: readonly TestName[]
}

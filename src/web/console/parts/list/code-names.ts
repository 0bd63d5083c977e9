/** Codes and their names in the operator's language. */
type Names = Readonly<Record<string, string>>
type Pair = readonly [from: string, to: string]

/** `member 12` begins with `member`, but `members` doesn't. */
const begins = (text: string, start: string): boolean =>
  text === start || text.startsWith(`${start} `)

/** The longest that fits, because `catalog draft` begins with `catalog`. */
function replaceStart(text: string, pairs: readonly Pair[]): string {
  const [longest] = pairs
    .filter(([from]) => begins(text.toLowerCase(), from.toLowerCase()))
    .toSorted(([one], [other]) => other.length - one.length)
  return longest ? longest[1] + text.slice(longest[0].length) : text
}

/**
 * The name of a code that may end with a number or a name of its own: `member 12`. An unknown one
 * stays.
 */
export const nameOfCode = (code: string, names: Names): string =>
  replaceStart(code, Object.entries(names))

/** The code for a name as operators type it. A code stays. */
export const codeOfName = (name: string, names: Names): string =>
  replaceStart(
    name,
    Object.entries(names).map(([code, each]) => [each, code]),
  )

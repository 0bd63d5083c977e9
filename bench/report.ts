/**
 * Prints figures with their ratio to a yardstick from the same run, and whether they meet a target.
 */

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })
const missed: string[] = []
const unjudged: string[] = []

export type Target = { readonly atLeast: number } | { readonly atMost: number }

/** One figure without a target. */
export function note(name: string, value: number, unit: string): void {
  console.log(`  ${name.padEnd(62)} ${number.format(value).padStart(12)} ${unit}`)
}

/** One ratio compared with its target. On a busy machine, it can't pass. */
export function hold(name: string, ratio: number, target: Target, wasQuiet = true): void {
  const reached = 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
  const bound = 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`
  const verdict = wasQuiet ? (reached ? 'reached' : 'MISSED') : 'NOT JUDGED: the machine was busy'
  console.log(
    `  ${name.padEnd(62)} ${number.format(ratio).padStart(12)} (target ${bound}) ${verdict}`,
  )
  if (!wasQuiet) unjudged.push(name)
  else if (!reached) missed.push(name)
}

/** The middle value, or the upper one of two. NaN without values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const section = (title: string): void => console.log(`\n${title}`)

/** The last lines of a run. */
export function summarize(): void {
  if (missed.length > 0) console.log(`\nTargets missed: ${missed.join('; ')}`)
  else if (unjudged.length === 0) console.log('\nEvery target is reached.')
  if (unjudged.length > 0) console.log(`\nNot judged: ${unjudged.join('; ')}`)
}

/** Prints figures with their ratio to a yardstick of the same run, and whether a target is met. */

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })
const missed: string[] = []

export type Target = { readonly atLeast: number } | { readonly atMost: number }

/** One figure without a target. */
export function note(name: string, value: number, unit: string): void {
  console.log(`  ${name.padEnd(62)} ${number.format(value).padStart(12)} ${unit}`)
}

/** One ratio held against its target. */
export function hold(name: string, ratio: number, target: Target): void {
  const reached = 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
  const bound = 'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`
  const verdict = reached ? 'reached' : 'MISSED'
  console.log(
    `  ${name.padEnd(62)} ${number.format(ratio).padStart(12)} (target ${bound}) ${verdict}`,
  )
  if (!reached) missed.push(name)
}

export const section = (title: string): void => console.log(`\n${title}`)

/** The last lines of a run. */
export function summarize(): void {
  if (missed.length === 0) console.log('\nEvery target is reached.')
  else console.log(`\nTargets missed: ${missed.join('; ')}`)
}

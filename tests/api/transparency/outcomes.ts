import type { Checked } from '../../../src/proof/check/outcome.ts'

/** How each file fared, by its name: `holds`, what is wrong with it, or what is missing. */
export const describeOutcomes = (checked: readonly Checked[]): Record<string, string> =>
  Object.fromEntries(
    checked.map(({ name, outcome }) => [
      name,
      outcome.is === 'wrong'
        ? outcome.fault.code
        : outcome.is === 'missing'
          ? `missing ${outcome.missing.what}`
          : outcome.is,
    ]),
  )

import type { Unsound } from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { fill, type TextParams } from './text.ts'

// Why a plan catalog can't be published. It is separate from the other texts because the console
// checks a draft as it is typed.

export const unsoundTexts = {
  rewards_exceed_fee:
    '{plan}: the rewards and the sponsor bonus exceed the joining fee ({left} against {right}).',
  reentries_exceed_board:
    '{plan}: the re-entries cost more than the board pays ({left} against {right}).',
  reentries_below_diamond: '{plan}: only a Diamond board gives re-entries.',
  amount_range: '{plan}: an amount is out of range.',
} as const satisfies Record<Unsound['rule'], string>

/** The broken rule with its figures. */
export const unsoundText = ({ plan, rule, left, right }: Unsound) => ({
  code: rule,
  params: { plan, left: formatUsd(left), right: formatUsd(right) } satisfies TextParams,
})

/** The broken rule in English. */
export function unsoundSentence(unsound: Unsound): string {
  const { code, params } = unsoundText(unsound)
  return fill(unsoundTexts[code], params)
}

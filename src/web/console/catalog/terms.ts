import { t } from '@lingui/core/macro'
import { unsoundSentence, unsoundText } from '../../../contract/texts/unsound-catalog.ts'
import { boardPays, findUnsound, PLAN_NAMES, toCatalog } from '../../../domain/money/catalog.ts'
import type { PlanName, PlanTerms } from '../../../domain/money/catalog.ts'
import { formatUsd, parseUsd, type Micros } from '../../../domain/money/money.ts'
import { localize } from '../../client/api-error.ts'

export const AMOUNTS = ['joining_fee', 'level1', 'level2', 'sponsor_bonus'] as const
type AmountField = (typeof AMOUNTS)[number]

/** One plan in the form, as typed texts. */
export type PlanText = Record<AmountField, string> & { name: PlanName; reentries: string }

export type DraftTexts = { note: string; plans: PlanText[] }

type WirePlan = Record<AmountField, string> & { name: string; reentries: number }

/** The plans of a catalog in form values, Bronze first. */
export function toTexts(plans: readonly WirePlan[]): PlanText[] {
  return PLAN_NAMES.map((name) => {
    const plan = plans.find((each) => each.name === name)
    return {
      name,
      joining_fee: plan?.joining_fee ?? '',
      level1: plan?.level1 ?? '',
      level2: plan?.level2 ?? '',
      sponsor_bonus: plan?.sponsor_bonus ?? '0.00',
      reentries: String(plan?.reentries ?? 0),
    }
  })
}

function toTerms(plan: PlanText): PlanTerms | null {
  const read = (field: AmountField): Micros | null => parseUsd(plan[field].trim())
  const [feeMicros, level1Micros] = [read('joining_fee'), read('level1')]
  const [level2Micros, sponsorBonusMicros] = [read('level2'), read('sponsor_bonus')]
  const isCount = /^\d{1,3}$/.test(plan.reentries.trim())
  if (feeMicros === null || level1Micros === null || !isCount) return null
  if (level2Micros === null || sponsorBonusMicros === null) return null
  const reentries = Number(plan.reentries)
  return { feeMicros, level1Micros, level2Micros, sponsorBonusMicros, reentries }
}

export type Judgement = {
  /** Why the figures aren't a valid catalog; null if they are. */
  problem: string | null
  /** The hint beside each plan; null where a figure is invalid. */
  derived: ({ board: string; margin: string } | null)[]
}

/** The domain's verdict on the figures, by the same rules that the server applies. */
export function judge(plans: PlanText[]): Judgement {
  const terms = plans.map(toTerms)
  const derived = terms.map((plan) => {
    if (!plan) return null
    const { feeMicros: fee, level1Micros, level2Micros, sponsorBonusMicros } = plan
    const kept = fee - level1Micros - level2Micros - sponsorBonusMicros
    return { board: formatUsd(boardPays(plan)), margin: formatUsd(kept) }
  })
  const unread = terms.findIndex((plan) => plan === null)
  if (unread >= 0) {
    return {
      problem: t`${PLAN_NAMES[unread] ?? ''}: enter amounts such as 2.50 and a count.`,
      derived,
    }
  }
  const catalog = toCatalog(terms.filter((plan) => plan !== null))
  const unsound = catalog ? findUnsound(catalog) : null
  return {
    problem: unsound ? localize(unsoundSentence(unsound), unsoundText(unsound)) : null,
    derived,
  }
}

/** The rule that a saved draft breaks, which the server says in English; null if it is sound. */
export const brokenRule = (draft: { unsound: string | null; plans: readonly WirePlan[] }) =>
  draft.unsound === null ? null : (judge(toTexts(draft.plans)).problem ?? draft.unsound)

/** The plans in the form that the server accepts. */
export const toWire = (plans: PlanText[]) =>
  plans.map(({ name, reentries, ...amounts }) => ({
    name,
    joining_fee: amounts.joining_fee.trim(),
    level1: amounts.level1.trim(),
    level2: amounts.level2.trim(),
    sponsor_bonus: amounts.sponsor_bonus.trim(),
    reentries: Number(reentries),
  }))

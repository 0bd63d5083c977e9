import type { z } from 'zod'
import type { planDraft } from '../../contract/subjects/catalog.ts'
import { unsoundSentence } from '../../contract/texts/unsound-catalog.ts'
import {
  findUnsound,
  PLAN_NAMES,
  toCatalog,
  type Catalog,
  type PlanTerms,
} from '../../domain/money/catalog.ts'
import { micros, parseUsd } from '../../domain/money/money.ts'
import { text } from '../../contract/texts/texts.ts'
import { rejectField } from '../../contract/refusals/reject.ts'

type Plans = readonly z.output<typeof planDraft>[]

const amount = (usd: string) => parseUsd(usd) ?? micros(0n)

/** The catalog that a form describes. Refuses one that doesn't include every plan. */
export function readTerms(plans: Plans): Catalog {
  const byName = new Map(plans.map((plan) => [plan.name, termsOf(plan)]))
  const catalog = toCatalog(PLAN_NAMES.flatMap((name) => byName.get(name) ?? []))
  if (catalog) return catalog
  const missing = PLAN_NAMES.find((name) => !byName.has(name))
  throw rejectField('plans', text('plan_missing', { plan: missing ?? '' }))
}

const termsOf = (plan: Plans[number]): PlanTerms => ({
  feeMicros: amount(plan.joining_fee),
  level1Micros: amount(plan.level1),
  level2Micros: amount(plan.level2),
  sponsorBonusMicros: amount(plan.sponsor_bonus),
  reentries: plan.reentries,
})

/** The rule that a catalog breaks, in words; null if it is sound. */
export function describeUnsound(catalog: Catalog): string | null {
  const unsound = findUnsound(catalog)
  return unsound && unsoundSentence(unsound)
}

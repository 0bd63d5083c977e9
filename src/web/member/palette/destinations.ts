import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { paths } from '../../client/paths.ts'
import type { IconName } from '../../ui/icon.tsx'

/** A member's destinations. The letter follows a `g`. */
const DESTINATIONS = [
  { label: msg`Dashboard`, to: paths.dashboard(), icon: 'home', letter: 'd' },
  { label: msg`My Plan`, to: paths.myTree(), icon: 'plan', letter: 'p' },
  { label: msg`Family Tree`, to: paths.familyTree(), icon: 'tree', letter: 't' },
  { label: msg`Referrals`, to: paths.referrals(), icon: 'people', letter: 'r' },
  { label: msg`Earnings`, to: paths.earnings(), icon: 'wallet', letter: 'e' },
  { label: msg`Activity`, to: paths.activity(), icon: 'clock', letter: 'v' },
  { label: msg`Statements`, to: paths.statements(), icon: 'copy', letter: 's' },
  { label: msg`Proofs`, to: paths.proofs(), icon: 'check', letter: 'o' },
  { label: msg`Account`, to: paths.account(), icon: 'user', letter: 'a' },
  { label: msg`Pay Plan`, to: paths.payPlan(), icon: 'plan', letter: null },
  { label: msg`Contact Us`, to: paths.contact(), icon: 'chat', letter: null },
  { label: msg`Questions and answers`, to: paths.faq(), icon: 'info', letter: null },
  { label: msg`Terms`, to: paths.terms(), icon: 'info', letter: null },
  { label: msg`Privacy`, to: paths.privacy(), icon: 'lock', letter: null },
] as const

export type Destination = { label: string; to: string; icon: IconName; letter: string | null }

export const listDestinations = (): Destination[] =>
  DESTINATIONS.map((destination) => ({ ...destination, label: i18n._(destination.label) }))

/** The destination of `g` and this key; null if there is none. */
export function pathOfKey(letter: string): string | null {
  return DESTINATIONS.find((destination) => destination.letter === letter)?.to ?? null
}

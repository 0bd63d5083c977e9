/** Checks the income statement against the groups that the tree of debts proves. */
import { faultOf, type Fault } from '../note.ts'
import { has, isList } from '../shape.ts'
import type { Sheet } from './sheet.ts'

/** The groups of results begin with five losses and one without gain or loss. */
const LOSSES = 5

const sum = (counts: readonly unknown[]): number =>
  counts.reduce<number>((all, count) => all + Number(count), 0)

/** Why the statement contradicts its sheet; null if it doesn't, or if the sheet has no tree. */
export function findIncomeFault(income: unknown, { owed }: Sheet): Fault | null {
  if (!owed) return null
  if (!has(income, ['registered', 'all']) || income.registered !== owed.members) {
    return faultOf('other_sums', 'registered')
  }
  const { all } = income
  const isOwn = has(all, ['members', 'below', 'even', 'above', 'details']) && isOf(all, owed)
  return isOwn ? null : faultOf('other_sums', 'all')
}

type Statement = Record<'members' | 'below' | 'even' | 'above' | 'details', unknown>

function isOf(
  { members, below, even, above, details }: Statement,
  owed: NonNullable<Sheet['owed']>,
): boolean {
  if (sum([below, even, above]) !== members) return false
  // Small groups would reveal what individuals earned, so their tree has no groups.
  if (details === null) return sum(owed.groups) === 0
  const groups = has(details, ['groups']) && isList(details.groups) ? details.groups : []
  return (
    [owed.members - sum(groups), ...groups].join() === owed.groups.join() &&
    sum(groups.slice(0, LOSSES)) === below &&
    groups[LOSSES] === even &&
    sum(groups) === members
  )
}

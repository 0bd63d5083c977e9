/**
 * Imports a company's existing members. They get their seats where an activation would put them,
 * but no money moves, because the company settled with them before. So an imported seat never takes
 * a position for which someone would have earned a reward.
 */
import { BRONZE, DIAMOND, planAt, PLANS, type Plan } from '../money/catalog.ts'
import type { CommandOf } from '../ledger/command.ts'
import type { LedgerEvent } from '../ledger/event.ts'
import { refuse, type Refusal } from '../ledger/refusal.ts'
import { HOUSE, type State } from '../ledger/state.ts'
import { createProfile, takeSeat } from './activation.ts'
import { fillPosition } from './board.ts'
import { addMember, holdsPlan, memberExists, sponsorOf } from './members.ts'
import { peekPosition, type Position } from './placement.ts'
import { isImported, ownerOf, PARENT, planOf } from './seats.ts'

/** The version of the rules that knows imported members. */
export const IMPORT_RULES = 2

type Seat = { readonly plan: Plan; readonly position: Position }

/**
 * Adds a member with a seat on each of the given plans. If Bronze isn't among them, the member gets
 * a Bronze profile without a seat.
 */
export function importMember(
  state: State,
  events: LedgerEvent[],
  { sponsor, plans, side }: CommandOf<'import_member'>,
): { readonly refusal: Refusal } | null {
  if (state.numbers.rules < IMPORT_RULES) return refuse({ code: 'older_rules' })
  if (!memberExists(state, sponsor)) return refuse({ code: 'not_found' })
  if (!areOwnPlans(plans)) return refuse({ code: 'amount_out_of_range' })
  const seats = plans.map((plan): Seat => {
    const holder = findHolder(state, sponsor, plan)
    return { plan, position: peekPosition(state, holder, plan, side) }
  })
  if (seats.some(({ position }) => isOnPaidBoard(state, position))) {
    return refuse({ code: 'paid_board' })
  }
  const no = addMember(state, sponsor)
  events.push({ event: 'member', no, sponsor })
  if (!plans.includes(BRONZE)) {
    createProfile(state, events, no, BRONZE, { origin: 'join', originNo: null })
  }
  for (const seat of seats) addSeat(state, events, no, seat)
  return null
}

/** Whether these are plans in ascending order, each at most once. */
const areOwnPlans = (plans: readonly Plan[]): boolean =>
  plans.every((plan, at) => PLANS.includes(plan) && (at === 0 || plan > (plans[at - 1] ?? plan)))

/** Like `nearestHolder`, which changes its trees. This command may still be refused, so we walk. */
function findHolder(state: State, sponsor: number, plan: Plan): number {
  let up = sponsor
  while (!holdsPlan(state, up, plan)) up = sponsorOf(state, up)
  return up
}

/** Whether a seat here would fill a board whose owner paid for it. */
function isOnPaidBoard(state: State, { parent }: Position): boolean {
  return [parent, state.seats.get(parent, PARENT)].some(
    (seat) => seat !== 0 && ownerOf(state, seat) !== HOUSE && !isImported(state, seat),
  )
}

function addSeat(
  state: State,
  events: LedgerEvent[],
  member: number,
  { plan, position }: Seat,
): void {
  const from = { origin: 'join', originNo: null, imported: true } as const
  const profile = createProfile(state, events, member, plan, from)
  takeSeat(state, events, profile, position)
  const { parent } = position
  const grandparent = state.seats.get(parent, PARENT)
  if (fillPosition(state, parent)) moveOn(state, events, parent)
  if (grandparent !== 0 && fillPosition(state, grandparent)) moveOn(state, events, grandparent)
}

/**
 * Nothing paid for this board, so nothing is activated. Its owner gets a profile on the next plan,
 * unless they came with a seat there, and no re-entries.
 */
function moveOn(state: State, events: LedgerEvent[], seat: number): void {
  const [owner, plan] = [ownerOf(state, seat), planOf(state, seat)]
  if (owner === HOUSE || plan === DIAMOND || holdsPlan(state, owner, planAt(plan + 1))) return
  const from = { origin: 'upgrade', originNo: seat } as const
  createProfile(state, events, owner, planAt(plan + 1), from)
}

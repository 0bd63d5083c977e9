import { t } from '@lingui/core/macro'
import type { Seat } from './queries.ts'

/** A position in the picture, filled or empty. */
export type Place = {
  /** The way down from the top in letters: '' for the top itself, then L, R, LL, … */
  way: string
  level: number
  seat: Seat | null
  parent: Place | null
  left: Place | null
  right: Place | null
}

/** The two levels of named positions, drawn even when empty (docs/product.md). */
const NAMED_LEVELS = 2
/** A picture has 300 places at most: one with more seats than half of that shows no empty ones. */
const MOST_WITH_EMPTY = 150
const LETTERS = { left: 'L', right: 'R' }

/**
 * The places of a window: every seat in it, the empty sides of seats above the last level, and in
 * any case the six places of the board. A child that is counted but not in the window is left out.
 */
export function placesOf(seats: readonly Seat[], levels: number): Place | null {
  const [top] = seats
  if (!top) return null
  const childOf = new Map<string, Seat>()
  for (const seat of seats) childOf.set(`${seat.parent_id ?? ''} ${seat.side ?? ''}`, seat)
  const hasEmpty = seats.length <= MOST_WITH_EMPTY
  const build = (seat: Seat | null, way: string, parent: Place | null): Place => {
    const place: Place = { way, level: way.length, seat, parent, left: null, right: null }
    const isDrawn = way.length < levels && (seat !== null || way.length < NAMED_LEVELS)
    if (!isDrawn) return place
    for (const side of ['left', 'right'] as const) {
      const child = (seat && childOf.get(`${seat.id} ${side}`)) ?? null
      const isEmpty = !seat || seat[side] === 0
      const isShown = child || (isEmpty && (hasEmpty || way.length < NAMED_LEVELS))
      if (isShown) place[side] = build(child, way + LETTERS[side], place)
    }
    return place
  }
  return build(top, '', null)
}

/** Every place, level by level and left before right. */
export function listPlaces(top: Place): Place[] {
  const all = [top]
  for (const place of all) {
    if (place.left) all.push(place.left)
    if (place.right) all.push(place.right)
  }
  return all
}

/** L, R, LL, … are the board's positions; deeper ones have no name. */
export function positionOf({ way }: Place): string {
  if (way === '') return t`Root`
  return way.length <= NAMED_LEVELS ? way : ''
}

const sideOf = ({ way }: Place) => (way.endsWith('L') ? 'left' : 'right')

/** Where a position is, seen from its parent. */
export const sideText = (side: 'left' | 'right', name: string): string =>
  side === 'left' ? t`left of ${name}` : t`right of ${name}`

export const topText = (): string => t`at the top`
export const stateText = (active: boolean): string => (active ? t`active` : t`inactive`)

/** A position's label as a button: where it is, who holds it, on which plan. */
export function buttonName(place: Place): string {
  const { seat } = place
  const position = positionOf(place)
  if (!seat) {
    return position ? t`${position} Empty` : t`Empty, ${whereOf(place)}`
  }
  const state = seat.active ? t`Active` : t`Inactive`
  return [position, seat.user.username, seat.plan.name, state].filter(Boolean).join(' ')
}

const nameOf = (place: Place | null): string => place?.seat?.user.username ?? t`an empty position`

/** Where a place is, in words. */
export const whereOf = (place: Place): string =>
  place.parent ? sideText(sideOf(place), nameOf(place.parent)) : topText()

/** A position's description: who, where, on which plan, and how many are in each leg. */
export function spokenName(place: Place): string {
  const { seat } = place
  const where = whereOf(place)
  if (!seat) return t`Empty position, ${where}`
  const state = stateText(seat.active)
  const { user, plan, left, right } = seat
  return t`${user.username}, ${where}, ${plan.name}, ${state}, ${left} left, ${right} right`
}

/** How many are below a position of the last level, where the picture ends. */
export function hiddenBelow({ seat, left, right }: Place): number {
  if (!seat) return 0
  return (left ? 0 : seat.left) + (right ? 0 : seat.right)
}

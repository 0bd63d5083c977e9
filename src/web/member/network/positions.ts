import { t } from '@lingui/core/macro'
import type { Seat } from './queries.ts'

/** A position in the picture, filled or empty. */
export type Position = {
  /** The path down from the top in letters: '' for the top itself, then L, R, LL, … */
  way: string
  level: number
  seat: Seat | null
  parent: Position | null
  left: Position | null
  right: Position | null
}

/** The two levels of named positions, drawn even when empty (docs/product.md). */
const NAMED_LEVELS = 2
/** A picture has at most 300 positions. With more than 150 seats it shows no empty ones. */
const MAX_WITH_EMPTY = 150
const LETTERS = { left: 'L', right: 'R' }

/**
 * The positions of a window: every seat in it, the empty positions above the last level, and always
 * the six positions of the board. Leaves out children outside the window.
 */
export function positionsOf(seats: readonly Seat[], levels: number): Position | null {
  const [top] = seats
  if (!top) return null
  const childOf = new Map<string, Seat>()
  for (const seat of seats) childOf.set(`${seat.parent_id ?? ''} ${seat.side ?? ''}`, seat)
  const hasEmpty = seats.length <= MAX_WITH_EMPTY
  const build = (seat: Seat | null, way: string, parent: Position | null): Position => {
    const position: Position = { way, level: way.length, seat, parent, left: null, right: null }
    const isDrawn = way.length < levels && (seat !== null || way.length < NAMED_LEVELS)
    if (!isDrawn) return position
    for (const side of ['left', 'right'] as const) {
      const child = (seat && childOf.get(`${seat.id} ${side}`)) ?? null
      const isEmpty = !seat || seat[side] === 0
      const isShown = child || (isEmpty && (hasEmpty || way.length < NAMED_LEVELS))
      if (isShown) position[side] = build(child, way + LETTERS[side], position)
    }
    return position
  }
  return build(top, '', null)
}

/** Every position, level by level and left before right. */
export function listPositions(top: Position): Position[] {
  const all = [top]
  for (const position of all) {
    if (position.left) all.push(position.left)
    if (position.right) all.push(position.right)
  }
  return all
}

/** L, R, LL, … are the board's positions; deeper ones have no name. */
export function labelOf({ way }: Position): string {
  if (way === '') return t`Root`
  return way.length <= NAMED_LEVELS ? way : ''
}

const sideOf = ({ way }: Position) => (way.endsWith('L') ? 'left' : 'right')

/** A position's place relative to its parent. */
export const sideText = (side: 'left' | 'right', name: string): string =>
  side === 'left' ? t`left of ${name}` : t`right of ${name}`

export const topText = (): string => t`at the top`
export const stateText = (active: boolean): string => (active ? t`active` : t`inactive`)

/** A position's label as a button: its place, owner, and plan. */
export function buttonName(position: Position): string {
  const { seat } = position
  const label = labelOf(position)
  if (!seat) {
    return label ? t`${label} Empty` : t`Empty, ${whereOf(position)}`
  }
  const state = seat.active ? t`Active` : t`Inactive`
  return [label, seat.user.username, seat.plan.name, state].filter(Boolean).join(' ')
}

const nameOf = (position: Position | null): string =>
  position?.seat?.user.username ?? t`an empty position`

/** A position's place in words. */
export const whereOf = (position: Position): string =>
  position.parent ? sideText(sideOf(position), nameOf(position.parent)) : topText()

/** A position's description: place, owner, plan, and the size of each leg. */
export function spokenName(position: Position): string {
  const { seat } = position
  const where = whereOf(position)
  if (!seat) return t`Empty position, ${where}`
  const state = stateText(seat.active)
  const { user, plan, left, right } = seat
  return t`${user.username}, ${where}, ${plan.name}, ${state}, ${left} left, ${right} right`
}

/** The number of members below a position of the last level, where the picture ends. */
export function hiddenBelow({ seat, left, right }: Position): number {
  if (!seat) return 0
  return (left ? 0 : seat.left) + (right ? 0 : seat.right)
}

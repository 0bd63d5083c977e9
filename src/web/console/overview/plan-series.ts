import { PLAN_NAMES } from '../../../domain/money/catalog.ts'

/** The plans' colors of the theme, as they are next to a plan's name. */
export const PLAN_COLORS: Record<string, string> = Object.fromEntries(
  PLAN_NAMES.map((name) => [name, `var(--${name.toLowerCase()}-mark)`]),
)

/** The plans named by any of the days, in the order of the ladder. */
export function planNames(days: { boards: { plan: string }[] }[]): string[] {
  const named = new Set(days.flatMap(({ boards }) => boards.map(({ plan }) => plan)))
  return PLAN_NAMES.filter((name) => named.size === 0 || named.has(name))
}

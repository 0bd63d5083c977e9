import type { RateE8 } from '../../domain/money/money.ts'
import { isWithin } from './agree.ts'

const JUMP_PERCENT = 10n
const SAME_PERCENT = 3n
const POLLS_NEEDED = 3

export type JumpGuard = {
  /** Whether we may use a rate now. We hold back a jump until three polls in a row agree on it. */
  accepts(rate: RateE8): boolean
}

/**
 * @param last the last rate in force, however old; null if there has been none
 */
export function openJumpGuard(last: RateE8 | null): JumpGuard {
  let accepted = last
  let held: { rate: RateE8; polls: number } | null = null
  return {
    accepts(rate) {
      if (accepted !== null && !isWithin(rate, accepted, JUMP_PERCENT)) {
        const again = held !== null && isWithin(rate, held.rate, SAME_PERCENT)
        held = again && held ? { ...held, polls: held.polls + 1 } : { rate, polls: 1 }
        if (held.polls < POLLS_NEEDED) return false
      }
      accepted = rate
      held = null
      return true
    },
  }
}

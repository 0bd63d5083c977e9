import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { Int32Table } from '../../domain/ledger/table.ts'

const ACTUAL = 0
const DRAFT = 1
/** By real profile number, its counterpart under the draft. */
const PARTNER = 2

type Side = typeof ACTUAL | typeof DRAFT

/**
 * Pairs the profiles of two ledgers: a member's n-th profile on a plan in one is the n-th in the
 * other. Profiles that only one side has so far form a queue, stored as a ring whose newest points
 * to its oldest. A profile takes 12 bytes and a member 20.
 */
export class ProfilePairs {
  readonly #profiles = new Int32Table(3)
  /** By member and plan, the newest profile without a partner: negative if the draft has it. */
  readonly #newest = new Int32Table(PLAN_NAMES.length)

  addActual(profile: number, member: number, plan: number): void {
    this.#add(ACTUAL, profile, member, plan)
  }

  addDraft(profile: number, member: number, plan: number): void {
    this.#add(DRAFT, profile, member, plan)
  }

  /** The profile under the draft for a real one, or 0 while there is none. */
  draftOf(profile: number): number {
    return this.#profiles.get(profile, PARTNER)
  }

  #add(side: Side, profile: number, member: number, plan: number): void {
    const newest = this.#newest.get(member, plan)
    const waitsHere = side === ACTUAL ? newest : -newest
    if (waitsHere >= 0) {
      const oldest = waitsHere === 0 ? profile : this.#profiles.get(waitsHere, side)
      this.#profiles.set(profile, side, oldest)
      if (waitsHere !== 0) this.#profiles.set(waitsHere, side, profile)
      this.#newest.set(member, plan, side === ACTUAL ? profile : -profile)
    } else {
      const partner = this.#takeOldest(side === ACTUAL ? DRAFT : ACTUAL, -waitsHere, member, plan)
      if (side === ACTUAL) this.#profiles.set(profile, PARTNER, partner)
      else this.#profiles.set(partner, PARTNER, profile)
    }
    this.#profiles.commit()
    this.#newest.commit()
  }

  /** Removes the oldest profile from the ring that ends with `newest`. */
  #takeOldest(side: Side, newest: number, member: number, plan: number): number {
    const oldest = this.#profiles.get(newest, side)
    if (oldest === newest) this.#newest.set(member, plan, 0)
    else this.#profiles.set(newest, side, this.#profiles.get(oldest, side))
    return oldest
  }
}

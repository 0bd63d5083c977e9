import type { Plan } from '../../domain/money/catalog.ts'

// What the thread that places imported members is asked, and what it answers.

/** A member to place. A sponsor in the file is the position of their row, which comes before. */
export type ToPlace = {
  readonly sponsor: { readonly no: number } | { readonly at: number }
  readonly plans: readonly Plan[]
  readonly side: 0 | 1 | null
  /** Whether it fails before the rules are asked. */
  readonly isTaken: boolean
}

export type Placing = { readonly connectionString: string; readonly rows: readonly ToPlace[] }

/** Someone with a seat: a member, or the row of one to be. */
export type Holder = { readonly no: number } | { readonly at: number }

export type Placed =
  | {
      readonly seats: readonly {
        readonly plan: Plan
        readonly under: Holder
        readonly side: 0 | 1
      }[]
    }
  /** The rule's code, or null if the name is taken or the sponsor fails. */
  | { readonly refused: 'paid_board' | 'other' | null }

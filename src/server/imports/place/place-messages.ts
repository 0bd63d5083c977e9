import type { Plan } from '../../../domain/money/catalog.ts'

// The messages to and from the thread that places imported members.

/** A member to place. A sponsor in the file is the position of their row, which comes before. */
export type ToPlace = {
  readonly sponsor: { readonly no: number } | { readonly at: number }
  readonly plans: readonly Plan[]
  readonly side: 0 | 1 | null
  /** Whether the row fails before the rules see it. */
  readonly isTaken: boolean
}

export type Placing = { readonly connectionString: string; readonly rows: readonly ToPlace[] }

/** A seat's owner: a member, or a row that will become one. */
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

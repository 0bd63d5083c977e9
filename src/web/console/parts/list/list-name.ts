import type { CallAnswer } from '../../../../contract/call.ts'
import type { CallName } from '../../../../contract/routes.ts'

/** The calls that answer one page of a list. */
export type ListName = {
  [N in CallName]: CallAnswer<N> extends { next: string | null; results: unknown[] } ? N : never
}[CallName]

export type RowOf<N extends ListName> =
  CallAnswer<N> extends { results: (infer Row)[] } ? Row : never

import { hash } from 'node:crypto'

/**
 * Who a limit counts. Nothing that a caller types can imitate another kind, because text from a
 * request only appears in `typed`, and only as a digest.
 */
export type LimitKey =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'member'; readonly member: number }
  | { readonly kind: 'session'; readonly session: bigint }
  | { readonly kind: 'operator'; readonly operator: string }
  | { readonly kind: 'view'; readonly operator: string; readonly member: number }
  | { readonly kind: 'typed'; readonly typed: string }

/** One caller by their network address, as `callerAddress` gives it. */
export const byAddress = (address: string): LimitKey => ({ kind: 'address', address })

export const byMember = (member: number): LimitKey => ({ kind: 'member', member })

/** A member's session. */
export const bySession = (session: bigint): LimitKey => ({ kind: 'session', session })

/** An existing operator, by the name on file. */
export const byOperator = (operator: string): LimitKey => ({ kind: 'operator', operator })

/** An operator, with the member whose account they view. */
export const byView = (operator: string, member: number): LimitKey => ({
  kind: 'view',
  operator,
  member,
})

/** Text from a request in canonical form, such as a mailbox or an unknown name. */
export const byTyped = (typed: string): LimitKey => ({ kind: 'typed', typed })

/** The key as the limiter stores it. No kind holds a colon, so no two keys have the same text. */
export function keyText(key: LimitKey): string {
  switch (key.kind) {
    case 'address':
      return `address:${key.address}`
    case 'member':
      return `member:${key.member}`
    case 'session':
      return `session:${key.session}`
    case 'operator':
      return `operator:${key.operator}`
    case 'view':
      return `view:${key.member}:${key.operator}`
    case 'typed':
      // Typed text may be a password in the wrong field, so we never store it.
      return `typed:${hash('sha256', key.typed, 'base64url')}`
  }
}

/** Refuses commands whose session or key has ended, before any of a batch runs. */
import { z } from 'zod'
import type { Tx } from '../../db/types.ts'
import { Authority, AuthorityEnded, lockSoon, tryAuthorities } from '../authority/authority.ts'
import { BookUnavailable, type HookCall, type Submission } from './submission.ts'

/** It travels in the hook's input, where a leader of the previous version ignores it. */
const Carrier = z.looseObject({ authority: Authority.optional() })

/** Adds what authorized a command to its hook call. */
export const withAuthority = (hook: HookCall, authority: Authority): HookCall => ({
  ...hook,
  input: { ...Carrier.parse(hook.input), authority },
})

/** What authorized a command; null if it needs no session. Throws on another operator's. */
export function readAuthority({ by, hook }: Submission): Authority | null {
  const input = hook?.input
  if (typeof input !== 'object' || input === null || !('authority' in input)) return null
  const { authority } = Carrier.parse(input)
  if (!authority) return null
  if ('operator' in by && !isOwn(by.operator, authority)) {
    throw new Error('a command has the session of another operator')
  }
  return authority
}

const isOwn = (actor: string, authority: Authority): boolean =>
  'session' in authority ? actor === authority.operator : actor.startsWith('key:')

/** A command that waits, as far as it matters here. */
type Authorized = { readonly item: Submission; readonly authority: Authority | null }

/** The reason to refuse a command; null without one. */
type Bars = (waiting: Authorized) => Error | null

/** Holds the authorities of a batch until its commit. */
export async function checkAuthorities(tx: Tx, batch: readonly Authorized[]): Promise<Bars> {
  // Their hooks end sessions. The locks come before those that others share.
  const endings = new Map<string, Submission[]>()
  for (const { item } of batch) {
    const operator = endedBy(item)
    if (operator !== null) endings.set(operator, [...(endings.get(operator) ?? []), item])
  }
  const locked = await lockSoon(tx, new Set(endings.keys()))
  const named = new Map<string, Authority>()
  for (const { authority } of batch) if (authority) named.set(nameOf(authority), authority)
  const held = await tryAuthorities(tx, [...named.values()])
  // Our own lock doesn't keep us from sharing it. So what these operators want has to wait until
  // the commands that end their access are done.
  const isEnding = (operator: string | null, own: Submission): boolean =>
    operator !== null &&
    locked.has(operator) &&
    (endings.get(operator) ?? []).some((item) => item !== own)
  return ({ item, authority }) => {
    const known = authority && named.get(nameOf(authority))
    const state = known && held.get(known)
    if (state === 'ended') return new AuthorityEnded('the session or key has ended')
    const ended = endedBy(item)
    const isBusy =
      state === 'busy' ||
      (ended !== null && !locked.has(ended)) ||
      isEnding(operatorOf(item, authority), item)
    return isBusy ? new BookUnavailable('the rights of the operator are changing') : null
  }
}

/**
 * Whether the check of a batch waits for locks. If it gives one up, it goes back to a savepoint,
 * which also undoes what other checks have locked since.
 */
export const waitsForLocks = (batch: readonly Authorized[]): boolean =>
  batch.some(({ item }) => endedBy(item) !== null)

/** The operator whose access ends with a command; null if none does. */
const endedBy = ({ command }: Submission): string | null =>
  command.kind === 'withdraw_approvals' ? command.operator : null

/** Who wants a command. The previous version sends it without an authority. */
function operatorOf({ by }: Submission, authority: Authority | null): string | null {
  if (authority) return authority.operator
  return 'operator' in by ? by.operator : null
}

const nameOf = (authority: Authority): string => JSON.stringify(authority)

/** The open ones of some sessions, with their members. */
export type OpenSessions = Readonly<Record<string, number>>

/** The error of a command whose session isn't open, or is another member's; null without one. */
export function refuseEnded({ session, by }: Submission, open: OpenSessions): Error | null {
  if (session === undefined || ('member' in by && open[session] === by.member)) return null
  return new AuthorityEnded('the session has ended')
}

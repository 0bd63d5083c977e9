/** Refuses commands whose operator's session or key has ended, before any of a batch runs. */
import { z } from 'zod'
import type { Tx } from '../../db/types.ts'
import {
  Authority,
  AuthorityEnded,
  lockOperator,
  lockRights,
  tryAuthorities,
} from '../authority/authority.ts'
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
  const ending = batch.flatMap(({ item: { command } }) =>
    command.kind === 'withdraw_approvals' ? [command.operator] : [],
  )
  if (ending.length > 0) await lockRights(tx)
  for (const operator of new Set(ending)) await lockOperator(tx, operator)
  const named = new Map<string, Authority>()
  for (const { authority } of batch) if (authority) named.set(nameOf(authority), authority)
  const held = await tryAuthorities(tx, [...named.values()])
  return ({ authority }) => {
    const known = authority && named.get(nameOf(authority))
    const state = known && held.get(known)
    if (state === 'ended') return new AuthorityEnded('the session or key has ended')
    return state === 'busy' ? new BookUnavailable('the rights of the operator are changing') : null
  }
}

const nameOf = (authority: Authority): string => JSON.stringify(authority)

import { findUnsound, PLANS, BRONZE, type Catalog } from './money/catalog.ts'
import type { CommandOf } from './ledger/command.ts'
import type { LedgerEvent } from './ledger/event.ts'
import { walletOf } from './ledger/ledger.ts'
import { activate, createProfile, termsOf } from './network/activation.ts'
import {
  addMember,
  isSuspended,
  memberExists,
  setAutoUpgrade,
  setSuspended,
  upgradesAutomatically,
} from './network/members.ts'
import { importMember } from './network/import-member.ts'
import { seatRoot } from './network/placement.ts'
import { isActive, MAX_CATALOGS, ownerOf } from './network/seats.ts'
import { refuse, type Refusal } from './ledger/refusal.ts'
import { HOUSE, type State } from './ledger/state.ts'

const JOINED = { origin: 'join', originNo: null } as const

export { importMember }

export type Answer = { readonly refusal: Refusal } | null

export function found(state: State, events: LedgerEvent[], catalog: Catalog): Answer {
  if (state.numbers.member !== 0) return refuse({ code: 'already_founded' })
  const unsound = publish(state, events, catalog, 'founding')
  if (unsound) return unsound
  events.push({ event: 'member', no: addMember(state, 0), sponsor: null })
  for (const plan of PLANS) {
    const profile = createProfile(state, events, HOUSE, plan, JOINED)
    seatRoot(state, profile)
    const { ordinal } = state.numbers
    const root = { profile, ordinal, plan, parent: 0, side: 0, depth: 0, jump: profile } as const
    events.push({ event: 'seat', ...root })
  }
  return null
}

export function publish(state: State, events: LedgerEvent[], catalog: Catalog, by: string): Answer {
  const unsound = findUnsound(catalog)
  if (unsound) return refuse({ code: 'unsound_catalogue', unsound })
  if (state.catalogs.length >= MAX_CATALOGS) return refuse({ code: 'amount_out_of_range' })
  state.catalogs.push(catalog)
  events.push({ event: 'catalog', version: state.catalogs.length, by, catalog })
  return null
}

/** A new member and one inactive Bronze profile, which gets a seat once it is paid for. */
export function register(state: State, events: LedgerEvent[], sponsor: number): Answer {
  if (!memberExists(state, sponsor)) return refuse({ code: 'not_found' })
  const no = addMember(state, sponsor)
  events.push({ event: 'member', no, sponsor })
  createProfile(state, events, no, BRONZE, JOINED)
  return null
}

export function activateProfile(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'activate'>,
): Answer {
  const { member, profile } = command
  const exists = Number.isInteger(profile) && profile >= 1 && profile <= state.numbers.profile
  if (!exists || ownerOf(state, profile) !== member) return refuse({ code: 'not_found' })
  if (isActive(state, profile)) return refuse({ code: 'already_active' })
  if (isSuspended(state, member)) return refuse({ code: 'member_suspended' })
  const availableMicros = walletOf(state, member)
  if (availableMicros < termsOf(state, profile).feeMicros) {
    return refuse({ code: 'insufficient_balance', availableMicros })
  }
  activate(state, events, profile)
  return null
}

export function changeMember(
  state: State,
  events: LedgerEvent[],
  command: CommandOf<'set_auto_upgrade' | 'set_suspended'>,
): Answer {
  const { kind, member, on } = command
  if (!memberExists(state, member) || member === HOUSE) return refuse({ code: 'not_found' })
  if (kind === 'set_suspended') setSuspended(state, member, on)
  else setAutoUpgrade(state, member, on)
  const suspended = isSuspended(state, member)
  const autoUpgrade = upgradesAutomatically(state, member)
  events.push({ event: 'member_changed', no: member, suspended, autoUpgrade })
  return null
}

/**
 * An independent model of the rules: arrays, maps, breadth-first searches and a walk up the sponsor
 * chain, written only from the rules' text. It shares nothing with the product but the shape of
 * commands. It is slow and simple on purpose, so reading is enough to check it.
 */
import type { Catalog, PlanTerms } from '../../../src/domain/money/catalog.ts'
import type { Command, CommandOf } from '../../../src/domain/ledger/command.ts'
import { playAdjustment } from './adjustments.ts'
import { naiveActivate, naiveImport } from './network.ts'
import { acceptTransfer, expireRequests, openRequest, receiveTransfer } from './deposits.ts'
import { playWithdrawal, withdrawApprovals } from './withdrawals.ts'
import { type Naive, addProfile, memberNo, move } from './state.ts'

/** Plays one command at a time. Returns the code of its refusal, or null. */
export function play(naive: Naive, command: Command, at: number): string | null {
  switch (command.kind) {
    case 'found':
      return found(naive, command.catalog)
    case 'publish_catalog':
      return publish(naive, command.catalog)
    case 'register':
      return register(naive, command.sponsor)
    case 'activate':
      return activate(naive, command)
    case 'set_auto_upgrade':
    case 'set_suspended':
      return setFlag(naive, command)
    case 'open_deposit':
      return openRequest(naive, command, at)
    case 'receive_transfer':
      return receiveTransfer(naive, command)
    case 'expire_deposits':
      return expireRequests(naive, command.blockAt)
    case 'accept_transfer':
      return acceptTransfer(naive, command)
    case 'propose_adjustment':
    case 'approve_adjustment':
    case 'reject_adjustment':
      return playAdjustment(naive, command, at)
    case 'withdraw_approvals':
      withdrawApprovals(naive, command.operator, at)
      return null
    case 'book_network_fee':
      move(naive, ['custody:TRX', -command.feeSun], ['house:network fees', command.feeSun])
      return null
    case 'raise_rules':
      if (command.version !== naive.rules + 1 || naive.rules === 3) return 'amount_out_of_range'
      naive.rules += 1
      return null
    case 'import_member':
      return importMember(naive, command)
    case 'move_treasury': {
      const { coin, amountUnits } = command
      if (amountUnits === 0n) return 'amount_out_of_range'
      move(naive, [`custody:${coin}`, amountUnits], [`house:treasury ${coin}`, -amountUnits])
      return null
    }
    case 'seal_day': {
      const today = new Date(at).toISOString().slice(0, 10)
      if (command.day !== today || naive.sealed.includes(today)) return 'wrong_state'
      naive.sealed.push(today)
      return null
    }
    default:
      return playWithdrawal(naive, command, at)
  }
}

function found(naive: Naive, catalog: Catalog): string | null {
  if (naive.members.length > 0) return 'already_founded'
  const unsound = publish(naive, catalog)
  if (unsound) return unsound
  const house = { no: 1, sponsor: null, suspended: false, autoUpgrade: true }
  naive.members.push(house)
  for (let plan = 0; plan < 5; plan++) {
    addProfile(naive, house, plan, 'join', null).turn = ++naive.turns
  }
  return null
}

const isSound = (terms: PlanTerms, bronzeFee: bigint): boolean => {
  const { feeMicros, level1Micros, level2Micros, sponsorBonusMicros, reentries } = terms
  const paid = level1Micros + level2Micros + sponsorBonusMicros
  const board = level1Micros * 2n + level2Micros * 4n
  const amounts = [level1Micros, level2Micros, sponsorBonusMicros]
  if (feeMicros <= 0n || amounts.some((amount) => amount < 0n)) return false
  return paid <= feeMicros && BigInt(reentries) * bronzeFee <= board
}

function publish(naive: Naive, catalog: Catalog): string | null {
  const sound =
    catalog.every((terms) => isSound(terms, catalog[0].feeMicros)) &&
    catalog.slice(0, 4).every(({ reentries }) => reentries === 0)
  if (!sound) return 'unsound_catalogue'
  naive.catalogs.push(catalog)
  return null
}

function register(naive: Naive, sponsorNo: number): string | null {
  const sponsor = memberNo(naive, sponsorNo)
  if (!sponsor) return 'not_found'
  const no = naive.members.length + 1
  const member = { no, sponsor, suspended: false, autoUpgrade: true }
  naive.members.push(member)
  addProfile(naive, member, 0, 'join', null)
  return null
}

function importMember(naive: Naive, command: CommandOf<'import_member'>): string | null {
  const { sponsor: sponsorNo, plans, side } = command
  if (naive.rules < 2) return 'older_rules'
  const sponsor = memberNo(naive, sponsorNo)
  if (!sponsor) return 'not_found'
  if (plans.join() !== [...new Set(plans)].toSorted().join()) return 'amount_out_of_range'
  return naiveImport(naive, sponsor, plans, side)
}

function activate(naive: Naive, command: CommandOf<'activate'>): string | null {
  const profile = naive.profiles[command.profile - 1]
  if (profile?.owner.no !== command.member) return 'not_found'
  if (profile.turn > 0) return 'already_active'
  if (profile.owner.suspended) return 'member_suspended'
  return naiveActivate(naive, profile) ? null : 'insufficient_balance'
}

function setFlag(
  naive: Naive,
  { kind, member: no, on }: CommandOf<'set_auto_upgrade' | 'set_suspended'>,
): string | null {
  const member = memberNo(naive, no)
  if (!member || no === 1) return 'not_found'
  member[kind === 'set_suspended' ? 'suspended' : 'autoUpgrade'] = on
  return null
}

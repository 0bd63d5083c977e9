import { smallerOf } from '../../domain/money/money.ts'
import type { AccountReading, Balances } from '../query/account-reads.ts'
import { USUAL_CEILING_SUN, type FeeEstimate } from '../query/fees.ts'
import type { Outgoing } from '../query/outgoing.ts'
import { fine, isVerdict, troubled, type Result } from '../node/trouble.ts'
import { quorumOf } from './node-set.ts'

/**
 * What the nodes decide together, and for each node whether it contradicts that; undefined if we
 * don't know.
 */
export type Vote<T> = { result: Result<T>; dissents: (boolean | undefined)[] }

/**
 * Decides on something that stops a payout for good, such as a contract as its receiver. More than
 * half of all configured nodes must report it. Otherwise it isn't so if more nodes deny it, or else
 * they disagree.
 */
function decide(says: readonly (boolean | undefined)[]): {
  decided: boolean | undefined
  dissents: (boolean | undefined)[]
} {
  const yes = says.filter((each) => each === true).length
  const no = says.filter((each) => each === false).length
  const isMost = Math.max(yes, no) >= quorumOf(says.length)
  const decided = yes >= quorumOf(says.length) ? true : no > yes ? false : undefined
  const dissents = says.map((each) => (isMost && each !== undefined ? each !== decided : undefined))
  return { decided, dissents }
}

const undecided = (results: readonly Result<unknown>[], what: string): Result<never> =>
  results.some((result) => result.ok || isVerdict(result.trouble))
    ? troubled('disagreement', `too few nodes agree ${what}`)
    : firstTrouble(results)

function firstTrouble(results: readonly Result<unknown>[]): Result<never> {
  const troubles = results.flatMap((result) => (result.ok ? [] : [result.trouble]))
  const trouble = troubles.find(({ kind }) => kind !== 'no_node') ?? troubles[0]
  return trouble ? { ok: false, trouble } : troubled('no_node', 'no node')
}

export function voteFlag(results: readonly Result<boolean>[], what: string): Vote<boolean> {
  const says = results.map((result) => (result.ok ? result.value : undefined))
  const { decided, dissents } = decide(says)
  return { result: decided === undefined ? undecided(results, what) : fine(decided), dissents }
}

/**
 * An account as most nodes see it, with the lowest balances. Half of the nodes are enough to say
 * that it is activated: we don't give a member an address that may be in use.
 */
export function voteAccount(results: readonly Result<AccountReading>[]): Vote<AccountReading> {
  const told = results.flatMap((result) => (result.ok ? [result.value] : []))
  const flags = results.map((each) => (each.ok ? fine(each.value.isContract) : each))
  const { result, dissents } = voteFlag(flags, 'whether an address is a contract')
  if (!result.ok) return { result, dissents }
  const activated = told.filter(({ isActivated }) => isActivated).length
  const reading = {
    isActivated: activated * 2 >= told.length,
    isContract: result.value,
    balanceSun: ranked(told, ({ balanceSun }) => balanceSun)[0] ?? 0n,
    stakedSun: ranked(told, ({ stakedSun }) => stakedSun)[0] ?? 0n,
  }
  return { result: fine(reading), dissents }
}

/**
 * The median of each figure of the estimates, or with two nodes the higher one, because a transfer
 * with too low a limit fails and burns it. If only one of several nodes answers, the limit is the
 * ceiling: a transfer burns what it takes, whatever that node says. The call would fail only if
 * more than half of all nodes report it.
 */
export function voteFee(
  results: readonly Result<FeeEstimate>[],
  ceilingSun = USUAL_CEILING_SUN,
): Vote<FeeEstimate> {
  const says = results.map((result) =>
    result.ok ? false : isVerdict(result.trouble) ? true : undefined,
  )
  const { decided, dissents } = decide(says)
  if (decided === undefined) return { result: undecided(results, 'on a fee'), dissents }
  const verdicts = results.filter((result) => !result.ok && isVerdict(result.trouble))
  if (decided) return { result: firstTrouble(verdicts), dissents }
  const told = results.flatMap((result) => (result.ok ? [result.value] : []))
  const middle = (of: (estimate: FeeEstimate) => bigint): bigint =>
    ranked(told, of)[Math.floor(told.length / 2)] ?? 0n
  const estimate = {
    feeSun: middle(({ feeSun }) => feeSun),
    unaidedSun: middle(({ unaidedSun }) => unaidedSun),
    callSun: middle(({ callSun }) => callSun),
    energy: middle(({ energy }) => energy),
    bytes: middle(({ bytes }) => bytes),
    activates: told.filter(({ activates }) => activates).length * 2 >= told.length,
    feeLimitSun: middle(({ feeLimitSun }) => feeLimitSun),
    worstSun: middle(({ worstSun }) => worstSun),
  }
  const isAlone = told.length === 1 && results.length > 1 && estimate.feeLimitSun > 0n
  return { result: fine(isAlone ? withLimit(estimate, ceilingSun) : estimate), dissents }
}

function withLimit(estimate: FeeEstimate, limitSun: bigint): FeeEstimate {
  const { feeLimitSun, worstSun } = estimate
  return { ...estimate, feeLimitSun: limitSun, worstSun: worstSun - feeLimitSun + limitSun }
}

const ranked = <T>(list: readonly T[], of: (each: T) => bigint): bigint[] =>
  list.map(of).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))

/** The longest list: a node may leave out what an address has sent. Many nodes keep no lists. */
export function longestOutgoing(results: readonly Result<Outgoing[]>[]): Result<Outgoing[]> {
  const lists = results.flatMap((result) => (result.ok ? [result.value] : []))
  const longest = lists.toSorted((one, other) => other.length - one.length)[0]
  return longest ? fine(longest) : firstTrouble(results)
}

/** The lowest balances that any node reports, because a node may be a block behind. */
export function smallestBalances(results: readonly Result<Balances>[]): Result<Balances> {
  const told = results.flatMap((result) => (result.ok ? [result.value] : []))
  if (told.length === 0) return results[0] ?? troubled('no_node', 'no node')
  return fine(
    told.reduce((least, each) => ({
      trx: smallerOf(least.trx, each.trx),
      usdt: smallerOf(least.usdt, each.usdt),
    })),
  )
}

/** Whether the nodes still have a final block that they agreed on before. */
export type StillFinal = 'held' | 'replaced' | 'short' | 'unclear'

/** What one node has in the place of a final block. */
export type BlockInPlace = 'same' | 'other' | 'short' | 'none yet'

/**
 * Whether more than half of all configured nodes still have a final block, have another one, or at
 * least are too short of it to be on its chain.
 */
export function voteStillFinal(results: readonly Result<BlockInPlace>[]): StillFinal {
  const areMost = (...what: BlockInPlace[]) =>
    results.filter((result) => result.ok && what.includes(result.value)).length >=
    quorumOf(results.length)
  if (areMost('same')) return 'held'
  if (areMost('other')) return 'replaced'
  return areMost('other', 'short') ? 'short' : 'unclear'
}

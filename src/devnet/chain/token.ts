import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address } from '../../tron/encoding/address.ts'
import {
  addressOfWord,
  numberOfWord,
  selectors,
  TRANSFER_TOPIC,
} from '../../tron/encoding/contract-call.ts'
import { wordAt, wordOfAddress, wordOfNumber } from '../../tron/encoding/contract-call.ts'
import { equalBytes, toHex } from '../../tron/encoding/hex.ts'
import { joinBytes } from '../../tron/encoding/protobuf.ts'
import { done, reverted, type Call, type CallOutcome } from './call-outcome.ts'
import { tokenKey, tokensIn, TREASURY_TOKENS, type World, type WorldScratch } from './world.ts'

// A copy of Tether's token, as faithful as we could verify.

const selectorOf = (signature: string): Uint8Array =>
  keccak_256(new TextEncoder().encode(signature)).slice(0, 4)

const more = {
  approve: selectorOf('approve(address,uint256)'),
  allowance: selectorOf('allowance(address,address)'),
  transferFrom: selectorOf('transferFrom(address,address,uint256)'),
  isBlackListed: selectorOf('isBlackListed(address)'),
  addBlackList: selectorOf('addBlackList(address)'),
  removeBlackList: selectorOf('removeBlackList(address)'),
  paused: selectorOf('paused()'),
  pause: selectorOf('pause()'),
  unpause: selectorOf('unpause()'),
  deprecated: selectorOf('deprecated()'),
}

/** Calls that only Tether may make: pausing all transfers and freezing an address. */
export const tetherCall = {
  pause: (): Uint8Array => more.pause,
  unpause: (): Uint8Array => more.unpause,
  blacklist: (address: Address) => joinBytes([more.addBlackList, wordOfAddress(address)]),
  unblacklist: (address: Address) => joinBytes([more.removeBlackList, wordOfAddress(address)]),
}

const zeroWord = '0'.repeat(64)
const trueWord = toHex(wordOfNumber(1n))
const isSet = (state: WorldScratch, key: string): boolean => state.get(key) === 1n
const pauseKey = (token: Address): string => `${token} paused`
const blackKey = (token: Address, holder: Address): string => `${token} blacklists ${holder}`
const allowanceKey = (token: Address, owner: Address, spender: Address): string =>
  `${token} allows ${owner} ${spender}`

export function runToken(state: WorldScratch, world: World, call: Call): CallOutcome {
  if (call.callValueSun > 0n) return reverted('')
  const is = (selector: Uint8Array) => equalBytes(call.data.slice(0, 4), selector)
  const [first, second, third] = [0, 1, 2].map((at) => wordAt(call.data, at))
  const { contract: token, caller } = call
  if (is(selectors.transfer) && first && second) {
    const move = { from: caller, to: addressOfWord(first), amount: numberOfWord(second) }
    return transfer(state, token, move)
  }
  if (is(more.transferFrom) && first && second && third) {
    const parties = { from: addressOfWord(first), to: addressOfWord(second) }
    return transferFrom(state, call, { ...parties, amount: numberOfWord(third) })
  }
  if (is(more.approve) && first && second) {
    state.set(allowanceKey(token, caller, addressOfWord(first)), numberOfWord(second))
    return done(22_000, trueWord)
  }
  if (caller === world.treasury) {
    const changed = runOwner(state, token, call.data, first)
    if (changed) return changed
  }
  return runView(state, token, is, first, second) ?? reverted('')
}

type Is = (selector: Uint8Array) => boolean

/** Calls anyone may make. Energy of `balanceOf` as measured on mainnet. */
function runView(
  state: WorldScratch,
  token: Address,
  is: Is,
  first: Uint8Array | undefined,
  second: Uint8Array | undefined,
): CallOutcome | undefined {
  const flag = (key: string) => done(3_000, isSet(state, key) ? trueWord : zeroWord)
  if (is(selectors.balanceOf) && first) {
    const held = tokensIn(state, token, addressOfWord(first))
    return done(4_062, toHex(wordOfNumber(held)), { penalty: 3_127 })
  }
  if (is(more.allowance) && first && second) {
    const key = allowanceKey(token, addressOfWord(first), addressOfWord(second))
    return done(4_200, toHex(wordOfNumber(numberAt(state, key))))
  }
  if (is(more.isBlackListed) && first) return flag(blackKey(token, addressOfWord(first)))
  if (is(more.paused)) return flag(pauseKey(token))
  if (is(more.deprecated)) return done(3_000, zeroWord)
  if (is(selectors.decimals)) return done(500, toHex(wordOfNumber(6n)))
  if (is(selectors.totalSupply)) return done(500, toHex(wordOfNumber(TREASURY_TOKENS)))
  if (is(selectors.symbol)) return done(700, textResult('USDT'))
  if (is(selectors.name)) return done(700, textResult('Tether USD'))
  return undefined
}

function runOwner(
  state: WorldScratch,
  token: Address,
  data: Uint8Array,
  first: Uint8Array | undefined,
): CallOutcome | undefined {
  const is = (selector: Uint8Array) => equalBytes(data.slice(0, 4), selector)
  const set = (key: string, value: bigint): CallOutcome => {
    state.set(key, value)
    return done(25_000, '')
  }
  if (is(more.pause)) return set(pauseKey(token), 1n)
  if (is(more.unpause)) return set(pauseKey(token), 0n)
  if (is(more.addBlackList) && first) return set(blackKey(token, addressOfWord(first)), 1n)
  if (is(more.removeBlackList) && first) return set(blackKey(token, addressOfWord(first)), 0n)
  return undefined
}

type Move = { readonly from: Address; readonly to: Address; readonly amount: bigint }

/** Only the sender is checked: coins sent to a frozen address arrive and stay there. */
function transfer(state: WorldScratch, token: Address, move: Move): CallOutcome {
  const isFrozen = isSet(state, blackKey(token, move.from))
  if (isFrozen || isSet(state, pauseKey(token))) return reverted('')
  return moveTokens(state, token, move)
}

/** Unlike `transfer`, it returns true. */
function transferFrom(
  state: WorldScratch,
  { contract: token, caller }: Call,
  move: Move,
): CallOutcome {
  const key = allowanceKey(token, move.from, caller)
  const allowed = numberAt(state, key)
  if (allowed < move.amount) return reverted('SafeMath: subtraction overflow')
  const moved = transfer(state, token, move)
  if (moved.revert !== undefined) return moved
  state.set(key, allowed - move.amount)
  return { ...moved, result: trueWord }
}

/** Energy as measured on mainnet. Returns false even on success, as USDT does. */
export function moveTokens(
  state: WorldScratch,
  token: Address,
  { from, to, amount }: Move,
): CallOutcome {
  const held = tokensIn(state, token, from)
  if (held < amount) return reverted('SafeMath: subtraction overflow')
  const isHolder = tokensIn(state, token, to) > 0n
  state.set(tokenKey(token, from), held - amount)
  state.set(tokenKey(token, to), tokensIn(state, token, to) + amount)
  const topics = [TRANSFER_TOPIC, toHex(wordOfAddress(from)), toHex(wordOfAddress(to))]
  const logs = [{ contract: token, topics, data: toHex(wordOfNumber(amount)) }]
  return isHolder
    ? done(64_285, zeroWord, { penalty: 49_635, logs })
    : done(130_285, zeroWord, { penalty: 100_635, logs })
}

function numberAt(state: WorldScratch, key: string): bigint {
  const value = state.get(key)
  return typeof value === 'bigint' ? value : 0n
}

function textResult(text: string): string {
  const bytes = toHex(new TextEncoder().encode(text)).padEnd(64, '0')
  return toHex(wordOfNumber(32n)) + toHex(wordOfNumber(BigInt(text.length))) + bytes
}

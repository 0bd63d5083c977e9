import type { Address } from '../tron/address.ts'
import { addressOfWord, numberOfWord, selectors, transferTopic } from '../tron/contract-call.ts'
import { wordAt, wordOfAddress, wordOfNumber } from '../tron/contract-call.ts'
import { equalBytes, fromHex, toHex } from '../tron/hex.ts'
import { joinBytes } from '../tron/protobuf.ts'
import { movesSun, readScript, type InternalCall } from './scripted-calls.ts'
import { accountIn, addSun, tokenKey, tokensIn, treasuryTokens } from './world.ts'
import type { ContractKind, World, WorldScratch } from './world.ts'

export type Log = { contract: Address; topics: string[]; data: string }

export type Call = {
  contract: Address
  kind: ContractKind
  caller: Address
  callValueSun: bigint
  data: Uint8Array
  nowMs: number
}

export type CallOutcome = {
  /** Undefined when it succeeded, else the text of the REVERT. */
  revert?: string
  energy: number
  /** The part of the energy that comes from the contract's dynamic factor. */
  penalty: number
  result: string
  logs: Log[]
  internalCalls: InternalCall[]
}

const batchSelector = fromHex('88d695b2') ?? new Uint8Array()
const zeroWord = '0'.repeat(64)

const done = (energy: number, result: string, more: Partial<CallOutcome> = {}): CallOutcome => ({
  energy,
  penalty: 0,
  result,
  logs: [],
  internalCalls: [],
  ...more,
})

const reverted = (revert: string): CallOutcome => done(5_000, '', { revert })

/** Runs a contract on a scratch state. Writes of a reverted call are to be thrown away. */
export function runContract(state: WorldScratch, world: World, call: Call): CallOutcome {
  switch (call.kind) {
    case 'usdt':
    case 'fake':
      return runToken(state, call)
    case 'batch':
      return runBatch(state, world, call)
    case 'dispenser':
      return runDispenser(state, call)
    case 'scripted':
      return runScript(state, call)
  }
}

function runToken(state: WorldScratch, call: Call): CallOutcome {
  if (call.callValueSun > 0n) return reverted('')
  const is = (selector: Uint8Array) => equalBytes(call.data.slice(0, 4), selector)
  const first = wordAt(call.data, 0)
  const second = wordAt(call.data, 1)
  if (is(selectors.transfer) && first && second) {
    return moveTokens(state, call.contract, call.caller, addressOfWord(first), numberOfWord(second))
  }
  if (is(selectors.balanceOf) && first) {
    const held = tokensIn(state, call.contract, addressOfWord(first))
    return done(935, toHex(wordOfNumber(held)))
  }
  if (is(selectors.decimals)) return done(500, toHex(wordOfNumber(6n)))
  if (is(selectors.totalSupply)) return done(500, toHex(wordOfNumber(treasuryTokens)))
  if (is(selectors.symbol)) return done(700, textResult('USDT'))
  if (is(selectors.name)) return done(700, textResult('Tether USD'))
  return reverted('')
}

/** Energy as measured on mainnet; the result is false although it succeeded, as USDT's is. */
function moveTokens(
  state: WorldScratch,
  token: Address,
  from: Address,
  to: Address,
  amount: bigint,
): CallOutcome {
  const held = tokensIn(state, token, from)
  if (held < amount) return reverted('SafeMath: subtraction overflow')
  const isHolder = tokensIn(state, token, to) > 0n
  state.set(tokenKey(token, from), held - amount)
  state.set(tokenKey(token, to), tokensIn(state, token, to) + amount)
  const topics = [transferTopic, toHex(wordOfAddress(from)), toHex(wordOfAddress(to))]
  const logs = [{ contract: token, topics, data: toHex(wordOfNumber(amount)) }]
  return isHolder
    ? done(64_285, zeroWord, { penalty: 49_635, logs })
    : done(130_285, zeroWord, { penalty: 100_635, logs })
}

/** `batch(address[],uint256[])`: pays USDT from the caller to many, one log for each. */
function runBatch(state: WorldScratch, world: World, call: Call): CallOutcome {
  const rows = readRows(call.data)
  if (rows === undefined) return reverted('')
  const logs: Log[] = []
  let energy = 0
  for (const { to, amount } of rows) {
    const moved = moveTokens(state, world.contracts.usdt, call.caller, to, amount)
    if (moved.revert !== undefined) return moved
    logs.push(...moved.logs)
    energy += moved.energy
  }
  return done(energy, '', { logs })
}

/** `batch(address[],uint256[])` with TRX: sends its call value on by internal transactions. */
function runDispenser(state: WorldScratch, call: Call): CallOutcome {
  const rows = readRows(call.data)
  const total = rows?.reduce((sum, row) => sum + row.amount, 0n)
  if (rows === undefined || total === undefined || total > call.callValueSun) return reverted('')
  const internalCalls = rows.map(({ to, amount }) => {
    addSun(state, call.contract, -amount, call.nowMs)
    addSun(state, to, amount, call.nowMs)
    return { from: call.contract, to, valueSun: amount, note: 'call', rejected: false }
  })
  const opened = rows.filter(({ to }) => accountIn(state, to)?.createTimeMs === call.nowMs).length
  return done(10_000 * rows.length + 25_000 * opened, '', { internalCalls })
}

/** Writes the internal entries that its call data lists, and pays those that move TRX. */
function runScript(state: WorldScratch, call: Call): CallOutcome {
  const entries = readScript(call.data)
  if (entries === undefined) return reverted('')
  const internalCalls = entries.map((entry) => ({ ...entry, from: call.contract }))
  const moving = internalCalls.filter(movesSun)
  const total = moving.reduce((sum, { valueSun }) => sum + valueSun, 0n)
  if (total > call.callValueSun) return reverted('')
  for (const { to, valueSun } of moving) {
    addSun(state, call.contract, -valueSun, call.nowMs)
    addSun(state, to, valueSun, call.nowMs)
  }
  return done(10_000 * internalCalls.length, '', { internalCalls })
}

export type Row = { to: Address; amount: bigint }

/** Call data of the batch and dispenser contracts. */
export function batchCall(rows: readonly Row[]): Uint8Array {
  const count = BigInt(rows.length)
  return joinBytes([
    batchSelector,
    wordOfNumber(64n),
    wordOfNumber(96n + 32n * count),
    wordOfNumber(count),
    ...rows.map((row) => wordOfAddress(row.to)),
    wordOfNumber(count),
    ...rows.map((row) => wordOfNumber(row.amount)),
  ])
}

function readRows(data: Uint8Array): Row[] | undefined {
  const count = Number(numberOfWord(wordAt(data, 2) ?? new Uint8Array()))
  if (!equalBytes(data.slice(0, 4), batchSelector) || count > 500) return undefined
  const rows = Array.from({ length: count }, (_, at) => ({
    to: wordAt(data, 3 + at),
    amount: wordAt(data, 4 + count + at),
  }))
  return rows.flatMap(({ to, amount }) =>
    to && amount ? [{ to: addressOfWord(to), amount: numberOfWord(amount) }] : [],
  )
}

function textResult(text: string): string {
  const bytes = toHex(new TextEncoder().encode(text)).padEnd(64, '0')
  return toHex(wordOfNumber(32n)) + toHex(wordOfNumber(BigInt(text.length))) + bytes
}

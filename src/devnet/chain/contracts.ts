import type { Address } from '../../tron/encoding/address.ts'
import { addressOfWord, numberOfWord } from '../../tron/encoding/contract-call.ts'
import { wordAt, wordOfAddress, wordOfNumber } from '../../tron/encoding/contract-call.ts'
import { equalBytes, fromHex } from '../../tron/encoding/hex.ts'
import { joinBytes } from '../../tron/encoding/protobuf.ts'
import { done, reverted, type Call, type CallOutcome, type Log } from './call-outcome.ts'
import { runStake } from './stake.ts'
import { runReader } from './reader-contract.ts'
import { movesSun, readScript } from './scripted-calls.ts'
import { moveTokens, runToken } from './token.ts'
import { accountIn, addSun, type World, type WorldScratch } from './world.ts'

const batchSelector = fromHex('88d695b2') ?? new Uint8Array()
const takeSelector = fromHex('7a6b1c02') ?? new Uint8Array()
/** Runs a contract on a scratch state. The caller discards the writes of a reverted call. */
export function runContract(state: WorldScratch, world: World, call: Call): CallOutcome {
  switch (call.kind) {
    case 'usdt':
    case 'fake':
      return runToken(state, world, call)
    case 'batch':
      return runBatch(state, world, call)
    case 'dispenser':
      return runDispenser(state, call)
    case 'scripted':
      return runScript(state, call)
    case 'reader':
      return runReader(state, call, (token, data) => {
        const kind = world.contractAt(token)
        const inner = { ...call, contract: token, kind: kind ?? 'reader', data }
        return kind === undefined ? undefined : runContract(state, world, inner)
      })
  }
}

/**
 * `batch(address[],uint256[])`: pays USDT from the caller to many, with one log each. `take` does
 * the reverse, as if the others had approved it.
 */
function runBatch(state: WorldScratch, world: World, call: Call): CallOutcome {
  const taken = readRows(call.data, takeSelector)
  const rows = taken ?? readRows(call.data)
  if (rows === undefined) return reverted('')
  const logs: Log[] = []
  let energy = 0
  for (const { to: other, amount } of rows) {
    const [from, to] = taken ? [other, call.caller] : [call.caller, other]
    const moved = moveTokens(state, world.contracts.usdt, { from, to, amount })
    if (moved.revert !== undefined) return moved
    logs.push(...moved.logs)
    energy += moved.energy
  }
  return done(energy, '', { logs })
}

/** `batch(address[],uint256[])` for TRX: forwards its call value by internal transactions. */
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

/** Stakes for an account, or writes the entries in its call data and pays those that move TRX. */
function runScript(state: WorldScratch, call: Call): CallOutcome {
  if (runStake(state, call.data, call.nowMs)) return done(10_000, '')
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

/** Call data of the batch contract that takes USDT from the rows' addresses. */
export const takeCall = (rows: readonly Row[]): Uint8Array => batchCall(rows, takeSelector)

/** Call data of the batch and dispenser contracts. */
export function batchCall(rows: readonly Row[], selector = batchSelector): Uint8Array {
  const count = BigInt(rows.length)
  return joinBytes([
    selector,
    wordOfNumber(64n),
    wordOfNumber(96n + 32n * count),
    wordOfNumber(count),
    ...rows.map((row) => wordOfAddress(row.to)),
    wordOfNumber(count),
    ...rows.map((row) => wordOfNumber(row.amount)),
  ])
}

function readRows(data: Uint8Array, selector = batchSelector): Row[] | undefined {
  const count = Number(numberOfWord(wordAt(data, 2) ?? new Uint8Array()))
  if (!equalBytes(data.slice(0, 4), selector) || count > 500) return undefined
  const rows = Array.from({ length: count }, (_, at) => ({
    to: wordAt(data, 3 + at),
    amount: wordAt(data, 4 + count + at),
  }))
  return rows.flatMap(({ to, amount }) =>
    to && amount ? [{ to: addressOfWord(to), amount: numberOfWord(amount) }] : [],
  )
}

import type { Address } from '../../tron/encoding/address.ts'
import { addressOfWord, selectors, wordOfNumber } from '../../tron/encoding/contract-call.ts'
import { toHex } from '../../tron/encoding/hex.ts'
import { joinBytes } from '../../tron/encoding/protobuf.ts'
import type { Call, CallOutcome } from './call-outcome.ts'
import { accountIn, type WorldScratch } from './world.ts'

/** Energy of USDT's `balanceOf` on the main network, plus BALANCE. */
const ENERGY_EACH = 4_062 + 500
/** By default, nodes stop a constant call at 100 million energy. */
const ENERGY_LIMIT = 100_000_000

const failedToken = new Uint8Array(32).fill(0xff)

type RunToken = (token: Address, data: Uint8Array) => CallOutcome | undefined

/**
 * The devnet's balance reader: the same call data and the same answer as the real contract's 83
 * bytes give (`src/tron/query/balance-reader.ts`).
 */
export function runReader(
  state: WorldScratch,
  { data, blockNumber = 0 }: Call,
  runToken: RunToken,
): CallOutcome {
  const words = Math.ceil(data.length / 32)
  const wordAt = (index: number): Uint8Array => {
    const word = new Uint8Array(32)
    word.set(data.slice(32 * index, 32 * index + 32))
    return word
  }
  const energy = 500 + ENERGY_EACH * Math.max(0, words - 1)
  if (energy > ENERGY_LIMIT) return { ...nothing, revert: 'CPU timeout', energy: ENERGY_LIMIT }
  const token = addressOfWord(wordAt(0))
  const parts = [wordOfNumber(BigInt(blockNumber))]
  for (let index = 1; index < words; index += 1) {
    const word = wordAt(index)
    const sun = accountIn(state, addressOfWord(word))?.balanceSun ?? 0n
    const outcome = runToken(token, joinBytes([selectors.balanceOf, word]))
    const tokens = outcome === undefined ? '' : outcome.result
    const failed = outcome?.revert !== undefined
    parts.push(wordOfNumber(sun), failed ? failedToken : firstWord(tokens))
  }
  return { ...nothing, energy, result: toHex(joinBytes(parts)) }
}

const firstWord = (hex: string): Uint8Array =>
  wordOfNumber(BigInt(`0x${hex.slice(0, 64).padEnd(64, '0')}`))

const nothing: CallOutcome = { energy: 0, penalty: 0, result: '', logs: [], internalCalls: [] }

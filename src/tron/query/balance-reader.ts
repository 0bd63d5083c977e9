import { addressHex, type Address } from '../encoding/address.ts'
import { dryRun, isBalance } from './account-reads.ts'
import { numberOfWord, wordOfAddress } from '../encoding/contract-call.ts'
import { fromHex, toHex } from '../encoding/hex.ts'
import { asJson, asText } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import { joinBytes } from '../encoding/protobuf.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

/**
 * The balance reader: a contract of 83 bytes that returns the balances of many addresses in one
 * constant call, all at the same block. It has no owner, holds nothing, and writes nothing.
 *
 * Call data: one word with the token's address, then one word per address. Answer: the block
 * number, then TRX and tokens per address; ~0 where the token's `balanceOf` failed.
 *
 *     mem[0..4] = 70a08231 (balanceOf); mem[0x40] = NUMBER; out = 0x60
 *     for (at = 0x20; at < CALLDATASIZE; at += 0x20, out += 0x40)
 *       mem[4..36] = CALLDATALOAD(at); mem[out] = BALANCE(CALLDATALOAD(at))
 *       if (!STATICCALL(CALLDATALOAD(0), mem[0..36] → mem[out + 0x20])) mem[out + 0x20] = ~0
 *     RETURN(mem[0x40..out])
 */
export const READER_CODE =
  '6370a0823160e01b60005243604052606060205b36811015604a5780358060045231825260208260200160246000' +
  '6000355afa603e5760001982602001525b60200190604001906013565b50604090036040f3'

/** The deployment code: copies the 83 bytes that follow it and returns them. */
export const readerInitCode = `60538060093d393df3${READER_CODE}`

export type ReaderAnswer = {
  block: number
  /** In request order; undefined where the token's `balanceOf` failed. */
  balances: ({ trx: bigint; usdt: bigint } | undefined)[]
}

const FAILED_TOKEN = (1n << 256n) - 1n

/** Balances of addresses, at one block of the node's final view. */
export async function callReader(
  client: NodeClient,
  contracts: { reader: Address; usdt: Address },
  addresses: readonly Address[],
): Promise<Result<ReaderAnswer>> {
  const data = joinBytes([contracts.usdt, ...addresses].map(wordOfAddress))
  const call = { owner: contracts.usdt, contract: contracts.reader, data }
  const run = await dryRun(client, 'walletsolidity', call, 'once')
  if (!run.ok) return run
  const { result } = run.value
  if (result.length !== 32 + 64 * addresses.length) return troubled('malformed', 'reader answer')
  const numberAt = (word: number): bigint => numberOfWord(result.slice(32 * word, 32 * word + 32))
  const balances = addresses.map((_address, index) => {
    const [trx, usdt] = [numberAt(1 + 2 * index), numberAt(2 + 2 * index)]
    return usdt === FAILED_TOKEN ? undefined : { trx, usdt }
  })
  const block = Number(numberAt(0))
  const isSound = balances.every((each) => !each || (isBalance(each.trx) && isBalance(each.usdt)))
  if (!isSound || !Number.isSafeInteger(block)) return troubled('malformed', 'reader answer')
  return fine({ block, balances })
}

/** Whether a node has our code at the reader's address. */
export async function verifyReader(client: NodeClient, reader: Address): Promise<Result<boolean>> {
  const answer = await client.post('/wallet/getcontractinfo', { value: addressHex(reader) })
  if (!answer.ok) return answer
  const code = fromHex(asText(asJson(answer.value).runtimecode))
  return fine(code !== undefined && toHex(code) === READER_CODE)
}

import { createEVM, type EVM } from '@ethereumjs/evm'
import {
  Account,
  createAddressFromString,
  hexToBytes,
  type PrefixedHexString,
} from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { READER_CODE, readerInitCode } from '../../src/tron/query/balance-reader.ts'

// The reader's bytes, run in a real virtual machine, which the devnet imitates.

const hex = (text: string): PrefixedHexString => `0x${text}`
const word = (text: string): string => text.padStart(64, '0')
const wordOf = (value: bigint): string => word(value.toString(16))
const nobody = createAddressFromString(hex('00'.repeat(20)))
const readerAt = createAddressFromString(hex('11'.repeat(20)))
const tokenAt = createAddressFromString(hex('22'.repeat(20)))

// A token whose balanceOf answers the address plus one, and reverts for an odd one.
// if (sel != 70a08231) revert; a = calldataload(4); if (a & 1) revert; return (a & mask20) + 1
const token =
  '60003560e01c6370a082311460145760006000fd5b6004357' +
  `3${'ff'.repeat(20)}168060011615603b5760006000fd5b60010160005260206000f3`

async function machine(): Promise<EVM> {
  const evm = await createEVM()
  await evm.stateManager.putCode(tokenAt, hexToBytes(hex(token)))
  return evm
}

const header = {
  number: 77_000_123n,
  coinbase: nobody,
  timestamp: 1n,
  difficulty: 0n,
  gasLimit: 100_000_000n,
  prevRandao: new Uint8Array(32),
  baseFeePerGas: 0n,
  getBlobGasPrice: () => 1n,
}

async function read(evm: EVM, addresses: string[]): Promise<string[]> {
  const data = hex([word('22'.repeat(20)), ...addresses.map(word)].join(''))
  const { returnValue, exceptionError } = await evm.runCode({
    code: hexToBytes(hex(READER_CODE)),
    data: hexToBytes(data),
    gasLimit: 100_000_000n,
    to: readerAt,
    block: { header },
  })
  expect(exceptionError).toBeUndefined()
  return Buffer.from(returnValue).toString('hex').match(/.{64}/g) ?? []
}

test('returns the block and every address’s TRX and tokens', async () => {
  const evm = await machine()
  const addresses = Array.from({ length: 500 }, (_, at) =>
    ((BigInt(at) * 0x9e3779b97f4a7c15f39cc0605cedc835n) << 1n)
      .toString(16)
      .slice(-40)
      .padStart(40, 'a'),
  )
  for (const [at, address] of addresses.entries()) {
    const account = new Account(0n, BigInt(at) * 1_000_003n)
    await evm.stateManager.putAccount(createAddressFromString(hex(address)), account)
  }
  // Half of them have TRON's 41 above the low 20 bytes, which the machine ignores.
  const words = addresses.map((address, at) => (at % 2 === 0 ? address : `41${address}`))
  const [block, ...rest] = await read(evm, words)
  expect(block).toBe(wordOf(77_000_123n))
  expect(rest).toEqual(
    addresses.flatMap((address, at) => [
      wordOf(BigInt(at) * 1_000_003n),
      wordOf(BigInt(hex(address)) + 1n),
    ]),
  )
})

test('marks the one address whose token call fails, and answers the others', async () => {
  const evm = await machine()
  const [odd, even] = [`${'bb'.repeat(19)}01`, `${'bb'.repeat(19)}02`]
  expect(await read(evm, [even, odd, even])).toEqual([
    wordOf(77_000_123n),
    wordOf(0n),
    wordOf(BigInt(hex(even)) + 1n),
    wordOf(0n),
    'f'.repeat(64),
    wordOf(0n),
    wordOf(BigInt(hex(even)) + 1n),
  ])
  expect(await read(evm, [])).toEqual([wordOf(77_000_123n)])
})

test('deploys exactly the code', async () => {
  const evm = await createEVM()
  const { execResult } = await evm.runCall({
    data: hexToBytes(hex(readerInitCode)),
    gasLimit: 1_000_000n,
    caller: nobody,
  })
  expect(Buffer.from(execResult.returnValue).toString('hex')).toBe(READER_CODE)
  expect(READER_CODE).toHaveLength(2 * 83)
})

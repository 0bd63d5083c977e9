import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchCall } from '../../src/devnet/chain/contracts.ts'
import { BroadcastRefused } from '../../src/devnet/chain/execute.ts'
import { openNetwork, type Network } from '../../src/devnet/chain/network.ts'
import { tokenKey, TREASURY_TOKENS, TREASURY_TRX_SUN } from '../../src/devnet/chain/world.ts'
import { addressFromEvm } from '../../src/tron/encoding/address.ts'
import { isLong } from '../support/scale.ts'

const members = [1, 2, 3].map((byte) => addressFromEvm(new Uint8Array(20).fill(byte)))
const aMember = fc.constantFrom(...members)
const anAmount = fc.bigInt(1n, 5_000_000n)
const row = fc.record({ to: aMember, amount: anAmount })

type Step = (network: Network) => void
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ asset: fc.constantFrom('TRX' as const, 'USDT' as const), row })
    .map(({ asset, row: { to, amount } }): Step => (network) => {
      network.submit(network.treasury.payment(asset, to, amount))
    }),
  fc
    .array(row, { minLength: 1, maxLength: 3 })
    .map((rows): Step => ({ submit, treasury, chain }) => {
      submit(treasury.call(chain.world.contracts.batch, batchCall(rows), 0n))
    }),
  fc
    .array(row, { minLength: 1, maxLength: 3 })
    .map((rows): Step => ({ submit, treasury, chain }) => {
      submit(treasury.call(chain.world.contracts.dispenser, batchCall(rows), 15_000_000n))
    }),
  fc.integer({ min: 1, max: 8 }).map(
    (blocks): Step =>
      (network) =>
        network.mine(blocks),
  ),
  fc.integer({ min: 1, max: 17 }).map(
    (blocks): Step =>
      (network) =>
        network.reorg(blocks, [], {}),
  ),
  fc.constantFrom('REVERT', 'OUT_OF_ENERGY').map((ret): Step => (network) => {
    network.failNext.push(ret)
  }),
)

/** Everything visible of the network, at the head and at the final block. */
function snapshot({ chain }: Network) {
  const { treasury, contracts } = chain.world
  const keys = [treasury, ...members, ...Object.values(contracts)]
  const tokens = [treasury, ...members].map((owner) => tokenKey(contracts.usdt, owner))
  const views = (['head', 'solid', 'pending'] as const).map((view) =>
    [...keys, ...tokens].map((key) => chain.layers.get(key, view)),
  )
  const pending = chain.pending().map(({ txid }) => txid)
  return { head: chain.head().id, solid: chain.solid().id, pending, views }
}

function checkConservation({ chain }: Network): void {
  const { treasury, contracts } = chain.world
  const at = (key: string) => chain.layers.get(key, 'head')
  const sunOf = (key: string) => {
    const value = at(key)
    return typeof value === 'object' ? value.balanceSun : 0n
  }
  const holders = [treasury, ...members, ...Object.values(contracts)]
  const held = holders.reduce((sum, holder) => sum + sunOf(holder), 0n)
  const blocks = Array.from({ length: chain.head().number + 1 }, (_, n) => chain.blockAt(n))
  const fees = blocks.flatMap((block) => block?.transactions.map((tx) => tx.execution.feeSun) ?? [])
  expect(held + fees.reduce((sum, fee) => sum + fee, 0n)).toBe(TREASURY_TRX_SUN)
  const tokens = [treasury, ...members].map((owner) => at(tokenKey(contracts.usdt, owner)))
  const total = tokens.reduce<bigint>((sum, value) => sum + BigInt(String(value ?? 0)), 0n)
  expect(total).toBe(TREASURY_TOKENS)
}

test.runIf(isLong)('neither loses nor creates coins, and replays its file exactly', () => {
  fc.assert(
    fc.property(fc.array(aStep, { minLength: 3, maxLength: 25 }), (steps) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'twofold-devnet-'))
      try {
        const network = openNetwork(dataDir)
        for (const step of steps) takeStep(step, network)
        checkConservation(network)
        const before = snapshot(network)
        network.close()
        const again = openNetwork(dataDir)
        expect(snapshot(again)).toEqual(before)
        again.close()
      } finally {
        rmSync(dataDir, { recursive: true })
      }
    }),
    { numRuns: 60 },
  )
})

/** The check includes steps that the network refuses, which change nothing. */
function takeStep(step: Step, network: Network): void {
  try {
    step(network)
  } catch (error) {
    if (!(error instanceof BroadcastRefused || error instanceof RangeError)) throw error
  }
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { openTronNodes, type TronNodes } from '../../src/tron/quorum/nodes.ts'
import { openNodes, openTestNetwork, valueOf, type TestNetwork } from './network.ts'
import { sample } from '../support/scale.ts'

const payee = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const unknown = 'ab'.repeat(32)
let network: TestNetwork
let nodes: TronNodes

beforeEach(async () => {
  network = await openTestNetwork()
  nodes = openNodes(network, ['/at/a', '/at/b'])
})
afterEach(() => network.remove())

describe('node failures', () => {
  const kinds: [string, string][] = [
    ['unauthorised', 'unauthorised'],
    ['forbidden', 'rate_limited'],
    ['too_many', 'rate_limited'],
    ['unavailable', 'rate_limited'],
    ['html', 'malformed'],
    ['truncated', 'malformed'],
    ['timeout', 'timeout'],
    ['reset', 'unreachable'],
    ['busy', 'busy'],
    ['light_node', 'unavailable'],
  ]
  test.each(sample(kinds, 4))(
    'reports %s on every call as %s, never as an absence',
    async (kind, trouble) => {
      // Long enough for a busy machine, except for the one node that never answers.
      const timeoutMs = kind === 'timeout' ? 1_500 : 10_000
      const one = openNodes(network, ['/at/a'], {}, timeoutMs)
      valueOf(await one.finalHead())
      await network.ask('fault', { kind, count: 1_000 })
      expect(await one.transaction(unknown)).toMatchObject({
        ok: false,
        trouble: { kind: trouble },
      })
    },
  )

  test.each(sample(['html', 'truncated', 'reset', 'busy'], 2))('survives %s once', async (kind) => {
    valueOf(await nodes.finalHead())
    await network.ask('fault', { kind, count: 1 })
    expect(valueOf(await nodes.finalHead()).number).toBe(2)
  })

  test('pauses a node after too many requests, then resumes', async () => {
    const one = openNodes(network, ['/at/a'])
    valueOf(await one.finalHead())
    await network.ask('fault', { kind: 'too_many', count: 1 })
    expect(await one.head()).toMatchObject({ trouble: { kind: 'rate_limited' } })
    expect(await one.head()).toMatchObject({ trouble: { detail: 'resting' } })
    await expect.poll(async () => (await one.head()).ok).toBe(true)
  })

  test('refuses a payment to the wrong network before sending it', async () => {
    const wrong = openTronNodes({ nodes: [{ url: network.url }], usdtContract: payee })
    expect(await wrong.check()).toMatchObject({ ok: false })
    expect(await nodes.check()).toMatchObject({ ok: true })
  })
})

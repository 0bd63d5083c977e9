/** A process two days ahead or behind, while the database and the chain have the right time. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startDevnet } from '../../src/devnet/devnet.ts'
import { fetchAnswer, type BodyAt } from '../support/answer.ts'
import { until } from '../support/poll.ts'
import { freePort } from '../support/ports.ts'
import { startProduct, type Product } from '../support/product.ts'
import { scratchDirectory } from '../support/run-directory.ts'
import { isLong } from '../support/scale.ts'
import { clientOf, signUp } from '../support/sign-up.ts'

const shiftClock = fileURLToPath(new URL('../support/start/shift-clock.ts', import.meta.url))

async function startShifted(hours: number): Promise<{ product: Product; faucet: string }> {
  const dataDir = await mkdtemp(join(await scratchDirectory(), 'devnet-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir, blockMs: 150 })
  onTestFinished(() => devnet.stop())
  const product = await startProduct({
    env: {
      NODE_OPTIONS: `--import ${shiftClock}`,
      CLOCK_SHIFT_HOURS: String(hours),
      METRICS_PORT: String(await freePort()),
      TRON_API_URL: devnet.url,
      TRON_USDT_CONTRACT: devnet.info.usdtContract,
      TRON_TEST_GENESIS: devnet.info.genesisId,
    },
  })
  onTestFinished(() => product.remove())
  return { product, faucet: `${devnet.url}/devnet/faucet` }
}

const Mailbox = z.array(z.object({ date: z.string() }))

test.runIf(isLong).each([48, -48])(
  'works by the database’s clock in a process %i hours ahead, and reports it',
  async (hours) => {
    const { product, faucet } = await startShifted(hours)
    const { access } = await signUp(clientOf(product), { username: 'shifted' })
    const headers = { authorization: `Bearer ${access}` }
    const ask = async <const M extends string, const U extends string>(
      method: M,
      path: U,
      body?: unknown,
    ): Promise<BodyAt<M, `/api/${U}`>> =>
      (await fetchAnswer(product.url, method, `/api/${path}`, { body, headers })).body
    const figures = { original_amount: '10', fee_amount: '0.2', crypto_amount: '40.8' }
    const form = { cryptocurrency: 'TRX', ...figures }
    const { wallet_address: address } = await ask('POST', 'transactions/deposit_ustd/', form)
    await fetch(faucet, {
      method: 'POST',
      body: JSON.stringify({ address, asset: 'TRX', amount: '40.8' }),
    })
    await until(
      'the deposit to be credited',
      async () => (await ask('GET', 'accounts/me/')).wallet_balance === '10.00',
      { deadlineMs: 30_000, everyMs: 250 },
    )
    const emails = Mailbox.parse(await (await fetch(product.mailboxUrl)).json())
    const ready = await fetchAnswer(product.url, 'GET', '/api/health/ready')
    const dates = [String(ready.headers.date), ...emails.map(({ date }) => date)]
    expect(dates.filter((date) => Math.abs(Date.parse(date) - Date.now()) > 60_000)).toEqual([])
    expect(ready.body).toMatchObject({
      status: 'degraded',
      checks: { chain: 'ok', rate: 'ok', clock: 'degraded' },
    })
    const how = hours > 0 ? 'ahead of' : 'behind'
    expect(product.output()).toMatch(
      new RegExp(`the clock of this machine is 17\\d{4} s ${how} the database’s: set it`),
    )
  },
)

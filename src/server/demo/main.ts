/**
 * `npm run demo`: fills the development database with a network of some 300 members while the
 * product runs. It uses only the product's own commands and never bypasses the ledger writer.
 */
import { randomBytes } from 'node:crypto'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { addressFromEvm, requireAddress } from '../../tron/encoding/address.ts'
import { readOptions, runTool } from '../../terminal/tool.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { readConfig } from '../config/read-config.ts'
import type { Context } from '../context.ts'
import { openLog } from '../startup/log.ts'
import { openContext } from '../app/open-context.ts'
import { makeStopList } from '../startup/stop-list.ts'
import { planMembers } from './plan.ts'
import { DEMO_PASSWORD, deposit, join, settleDeposits, takeSeat } from './steps.ts'
import { withdrawSome } from './withdraw-some.ts'
import { z } from 'zod'

const MEMBERS = 300
/**
 * Deposits per round before we advance the chain, because requests lock their rate for fifteen
 * minutes.
 */
const ROUND = 60

const DevnetInfo = z.object({ usdt_contract: z.string() })
type Devnet = { url: string; usdtContract: string }

/** The running product's devnet, or null when no product runs here. */
async function findDevnet({ devnetPort }: Config): Promise<Devnet | null> {
  const url = `http://127.0.0.1:${devnetPort}`
  try {
    const answer = await fetch(`${url}/devnet/info`, { signal: AbortSignal.timeout(2_000) })
    const info = DevnetInfo.parse(await answer.json())
    return { url, usdtContract: info.usdt_contract }
  } catch {
    return null
  }
}

const someAddress = (): string => addressFromEvm(randomBytes(20))

async function fill(context: Context, devnetUrl: string): Promise<void> {
  const first = await context.db
    .selectFrom('identities')
    .select('member_no')
    .where('username', '=', 'amber-bay')
    .executeTakeFirst()
  if (first) {
    console.log('The demo network already exists.')
    return
  }
  const plan = planMembers(MEMBERS)
  const numbers: number[] = []
  for (let from = 0; from < plan.length; from += ROUND) {
    const round = plan.slice(from, from + ROUND)
    const joined: number[] = []
    for (const member of round) {
      const no = await join(context, member)
      joined.push(no)
      if (member.dollars > 0) await deposit(context, devnetUrl, no, member)
    }
    await settleDeposits(context, devnetUrl, joined)
    for (const [i, { activates }] of round.entries()) {
      if (activates) await takeSeat(context, joined[i] ?? 0)
    }
    numbers.push(...joined)
    console.log(`${numbers.length} of ${plan.length} members joined`)
  }
  const asked = await withdrawSome(context, numbers, someAddress)
  const { seats } = context.book.status()
  console.log(`Done: ${numbers.length} members, ${seats} seats, ${asked} withdrawals to approve.`)
  console.log(`Sign in as amber-bay with the password ${DEMO_PASSWORD}.`)
}

async function main(): Promise<void> {
  const config = await readConfig()
  const devnet = await findDevnet(config)
  if (config.production || devnet === null) {
    console.error('Start the product first (npm start), in development, then run this beside it.')
    process.exitCode = 1
    return
  }
  const stops = makeStopList()
  const log = openLog(config)
  // Use the running product's own database server and leave it running.
  const databaseUrl =
    config.databaseUrl ?? (await startEmbedded({ dataDir: config.dataDir })).connectionString
  const services = {
    databaseUrl,
    databaseOwnerUrl: null,
    nodes: [{ url: devnet.url, ratePerSecond: 1_000 }],
    genesisId: null,
    balanceReader: null,
    usdtContract: requireAddress(devnet.usdtContract),
    smtpUrl: '',
    mailbox: null,
    addresses: [],
  }
  try {
    await fill(
      await openContext(config, services, log, stops, new AbortController().signal),
      devnet.url,
    )
  } finally {
    await stops.stopAll(log)
  }
}

readOptions({ usage: 'Usage: npm run demo (while the product runs)', options: {} })
await runTool([BadConfig], main)

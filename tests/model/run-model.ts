/**
 * The model test. Several clients at once send random requests over HTTP to a whole product while
 * it and its database are killed. After each round, everything is compared with the model.
 */
import type { Pool } from 'pg'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { openPool } from '../../src/db/pool.ts'
import { randomFrom, type Random } from '../domain/random.ts'
import { startProduct } from '../support/product.ts'
import { runProgram } from '../support/run-program.ts'
import { actAs, type World } from './acts.ts'
import * as check from './faults.ts'
import { fillBoard } from './fill-board.ts'
import { startFollowing, type Followed } from './follow-log.ts'
import { killAtRandom } from './kills.ts'
import { signUp } from './member.ts'
import { decideAll } from './decide.ts'
import { makeOperator, type Operator } from './operator.ts'
import { fillOtherWallet } from './pay-outside.ts'
import { settleRound } from './settle.ts'

const CLIENTS = 6

type RoundReport = {
  readonly seed: number
  readonly requests: number
  readonly commands: number
  readonly died: readonly string[]
  readonly faults: readonly string[]
}

export type ModelRun = {
  /** One round. Never throws because of the product, but reports its faults. */
  round(seed: number, acts: number, kills: number): Promise<RoundReport>
  /** Fills a board. Returns how many of its six positions are taken, and the faults. */
  fill(): Promise<{ filled: number; faults: readonly string[] }>
  /** A clean stop and a fresh process, which must give the same answers. Returns the faults. */
  restart(): Promise<readonly string[]>
  /** The number of commands in the log so far, by kind. */
  kinds(): Record<string, number>
  /** How many withdrawals an operator paid from another wallet so far. */
  paidOutside(): number
  stop(): Promise<void>
}

type Run = {
  readonly world: World
  readonly operator: Operator
  readonly followed: Followed
}

/** Starts a new product and signs up the first members. */
export async function startModel(): Promise<ModelRun> {
  const product = await startProduct({ env: { DEVNET_BLOCK_MS: '100' } })
  const world: World = { product, bugs: [], members: [], named: 0 }
  const all: Run = { world, operator: makeOperator(), followed: startFollowing() }
  await fillOtherWallet(world)
  return {
    round: async (seed, acts, kills) => {
      try {
        return await playRound(all, seed, acts, kills)
      } catch (error) {
        const { stack } = error as Error
        const cause = String((error as Error).cause ?? '')
        const faults = [`${stack} ${cause}`, product.output().slice(-3_000)]
        return { seed, requests: 0, commands: 0, died: [], faults }
      }
    },
    fill: () => fill(all),
    restart: () => restart(all),
    kinds: () => countKinds(all.followed),
    paidOutside: () => all.operator.paidOutside.length,
    stop: () => product.remove(),
  }
}

async function playRound(
  all: Run,
  seed: number,
  acts: number,
  kills: number,
): Promise<RoundReport> {
  const { world, operator, followed } = all
  const random = randomFrom(seed)
  await addMembers(all, random, world.members.length === 0 ? 8 : 1)
  const before = world.members.reduce((sum, { heard }) => sum + heard.length, 0)
  const clients = Array.from({ length: CLIENTS }, (_, i) =>
    workAs(all, randomFrom(seed * 100 + i), acts),
  )
  const killing = killAtRandom(world.product, random, kills)
  const joining = addMembers(all, randomFrom(seed + 1), 3)
  await Promise.all([...clients, joining, killing])
  const died = await killing
  const after = world.members.reduce((sum, { heard }) => sum + heard.length, 0)

  const pool = await openDatabase(world.product.dataDir)
  try {
    const commands = await settleRound(world, operator, pool, random, followed)
    const bugs = world.bugs.splice(0)
    if (bugs.length > 0) bugs.push(bugLines(world.product.output()))
    const faults = [...(await findFaults(all, pool, random)), ...bugs]
    return { seed, requests: after - before, commands, died, faults }
  } finally {
    await pool.end()
  }
}

async function fill(all: Run): Promise<{ filled: number; faults: string[] }> {
  const { world, operator, followed } = all
  const filled = await fillBoard(world)
  const random = randomFrom(1)
  const pool = await openDatabase(world.product.dataDir)
  try {
    await settleRound(world, operator, pool, random, followed)
    return { filled, faults: [...(await findFaults(all, pool, random)), ...world.bugs.splice(0)] }
  } finally {
    await pool.end()
  }
}

async function restart({ world, followed }: Run): Promise<string[]> {
  await world.product.signal('SIGTERM')
  await world.product.start()
  const { naive } = followed
  const faults = world.members.map((member) => check.memberFaults(world, naive, member))
  return (await Promise.all(faults)).flat()
}

function countKinds({ counts }: Followed): Record<string, number> {
  const kinds: Record<string, number> = {}
  for (const [name, count] of counts) {
    const kind = name.split(' ').at(-1) ?? name
    kinds[kind] = (kinds[kind] ?? 0) + count
  }
  return kinds
}

/** The product's logged bugs since its last start. */
const bugLines = (output: string): string =>
  output
    .split('\n')
    .filter((line) => line.includes('a bug'))
    .slice(-5)
    .join('\n')

async function workAs({ world, operator }: Run, random: Random, acts: number): Promise<void> {
  for (let i = 0; i < acts; i++) {
    if (random.chance(0.05)) await decideAll(world, operator, random)
    else await actAs(world, random.pick(world.members), random)
  }
}

/** The first one alone, to sponsor others, then the others at once. */
async function addMembers({ world }: Run, random: Random, count: number): Promise<void> {
  const join = async (): Promise<void> => {
    const sponsor = random.chance(0.9) ? world.members.at(random.below(2)) : undefined
    const username = `member.${++world.named}`
    const member = await signUp(world, username, sponsor?.referralCode ?? null)
    if (member) world.members.push(member)
  }
  if (world.members.length === 0) await join()
  await Promise.all(Array.from({ length: count }, join))
}

/** The running product's own database. A tool started in its directory adopts it. */
async function openDatabase(dataDir: string): Promise<Pool> {
  const { connectionString } = await startEmbedded({ dataDir })
  return openPool({ connectionString, name: 'model' })
}

/** All invariants. Nothing may change while we check them. */
async function findFaults(all: Run, pool: Pool, random: Random): Promise<string[]> {
  const { world, operator, followed } = all
  const { naive } = followed
  const count = async (): Promise<string> => {
    const { rows } = await pool.query<{ journals: bigint; commands: bigint }>(
      `select (select count(*) from journals) as journals, (select max(seq) from commands)
       as commands`,
    )
    return `${rows[0]?.journals} journals, ${rows[0]?.commands} commands`
  }
  const before = await count()
  const faults = check.countFaults(world, followed)
  for (const member of world.members) {
    faults.push(...(await check.memberFaults(world, naive, member)))
    const sample = member.heard.slice(-40).filter(() => random.chance(0.3))
    faults.push(...(await check.replayFaults(world, member, sample)))
  }
  faults.push(...(await check.operatorFaults(world, naive, operator)))
  faults.push(...(await check.chainFaults(world, naive)))
  faults.push(...(await auditFaults(all, pool)))
  faults.push(...(await ledgerFaults(world)))
  const after = await count()
  if (after !== before) faults.push(`reading and repeating wrote: ${before}, then ${after}`)
  return faults
}

/** One entry in the audit log for each decision of an operator, and no others. */
async function auditFaults({ followed }: Run, pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ count: bigint }>(
    `select count(*) from audit_entries
      where action in ('approve withdrawal', 'reject withdrawal')`,
  )
  let decisions = 0
  for (const [name, count] of followed.counts) {
    if (/^operator:.*(approve|reject)_withdrawal$/.test(name)) decisions += count
  }
  const audited = Number(rows[0]?.count)
  return audited === decisions ? [] : [`${decisions} decisions, ${audited} audit entries`]
}

/** `npm run check:ledger` beside the running product exits with 0. */
async function ledgerFaults({ product }: World): Promise<string[]> {
  const { env, dataDir: cwd } = product
  const { code, said } = await runProgram('cli/check-ledger.ts', { env, cwd })
  return code === 0 ? [] : [`check:ledger: ${said}`]
}

/** The whole cluster: its network, three database machines, and the product's machines. */
import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDevnet } from '../../src/devnet/devnet.ts'
import { startMailbox, type Mailbox } from '../../src/server/email/mailbox.ts'
import {
  DATABASE_MACHINES,
  makeDatabaseMachine,
  PASSWORD,
  preparePlace,
  startMachine,
  type DatabaseMachine,
  type Place,
} from './database-machines.ts'
import { BALANCER, makeBalancer, untilBalancing } from './balancer.ts'
import { requirePassword } from './patroni-api.ts'
import { queryPrimary, primaryOf, untilWhole } from './primary.ts'
import { makeLedgerKeys, requireClosedPort } from './ledger-keys.ts'
import { migrateTo } from './migrate.ts'
import { HUB, layNetwork } from './network.ts'
import {
  DATABASE_ROLES,
  LEDGER_PORT,
  makeProductMachine,
  newPayoutKey,
  PRODUCT_MACHINES,
  SPARE_MACHINES,
  sharedVariables,
  untilReady,
  type ProductMachine,
  type ProductMachineName,
} from './product-machines.ts'

export type Cluster = {
  readonly place: Place
  readonly databases: ReadonlyMap<string, DatabaseMachine>
  readonly products: ReadonlyMap<string, ProductMachine>
  /** Second workers, which don't run. */
  readonly spares: ReadonlyMap<string, ProductMachine>
  readonly mailbox: Mailbox
  readonly devnetUrl: string
  /** The variables of a web process, for tools that run next to it. */
  readonly shared: Record<string, string>
  /** The checkout that the product's processes run. */
  readonly versions: { running: string }
}

const kit = fileURLToPath(new URL('../../deploy/ha', import.meta.url))
const DEVNET_PORT = 9090
const SMTP_PORT = 1025

/**
 * Starts everything and waits until it answers. Only the end of this process stops it.
 * @param version the checkout to run at first
 */
export async function startCluster(
  root: string,
  folder: string,
  version: string,
  log: (text: string) => void,
): Promise<Cluster> {
  const productNames = Object.keys(PRODUCT_MACHINES) as ProductMachineName[]
  const spareNames = Object.keys(SPARE_MACHINES) as ProductMachineName[]
  const machines = layNetwork(
    [...DATABASE_MACHINES, ...productNames, BALANCER, ...spareNames],
    join(kit, 'sysctl.conf'),
  )
  mkdirSync(join(folder, 'log'), { recursive: true })
  const place: Place = { root, folder, kit, machines }
  preparePlace(place)
  // The product's processes run outside the Debian root, in this test's own mount namespace.
  execFileSync('mount', ['--bind', join(folder, 'hosts'), '/etc/hosts'])
  const databases = DATABASE_MACHINES.map((name) => makeDatabaseMachine(place, name))
  databases.forEach(startMachine)
  await untilWhole(place)
  await requirePassword(place)
  log('three PostgreSQL servers: one primary, two standbys')
  const primary = await primaryOf(place)
  const archiving = databases.find(({ name }) => name === primary)
  await archiving?.archive('stanza-create')
  await createDatabase(place)
  const devnet = await startDevnet({
    port: DEVNET_PORT,
    host: HUB,
    dataDir: join(folder, 'devnet'),
    // A transfer is final after four seconds.
    blockMs: 200,
  })
  const mailbox = await startMailbox(SMTP_PORT, HUB)
  const surroundings = { usdtContract: devnet.info.usdtContract, devnetPort: DEVNET_PORT }
  const ledgerKeys = makeLedgerKeys(folder)
  // The tools also call the ledger processes, as the worker does.
  const shared = {
    ...sharedVariables({ ...surroundings, smtpPort: SMTP_PORT }),
    ...ledgerKeys.shared,
    ...ledgerKeys.chain,
  }
  const keys = {
    ledger: ledgerKeys.ledger,
    web: ledgerKeys.web,
    payoutKey: newPayoutKey(),
    logKey: randomBytes(32).toString('hex'),
  }
  const make = (name: ProductMachineName) => makeProductMachine(place, name, shared, keys)
  const products = productNames.map(make)
  for (const { proxy, pooler } of products) {
    proxy.start()
    pooler.start()
  }
  await migrateTo(place, version)
  for (const machine of products) {
    machine.useVersion(version)
    machine.product.start()
    await untilReady(machine)
  }
  for (const { name, role } of products) {
    if (role === 'ledger') await requireClosedPort(name, LEDGER_PORT)
  }
  makeBalancer(place).start()
  await untilBalancing()
  log(`the product: ${products.map(({ name }) => name).join(', ')}`)
  writeFileSync(join(folder, 'environment.json'), JSON.stringify(shared))
  const devnetUrl = `http://${HUB}:${DEVNET_PORT}`
  return {
    place,
    databases: byName(databases),
    products: byName(products),
    spares: byName(spareNames.map(make)),
    mailbox,
    devnetUrl,
    shared,
    versions: { running: version },
  }
}

const byName = <T extends { name: string }>(list: readonly T[]) =>
  new Map(list.map((each) => [each.name, each]))

/** The owner, one role per process, and the database, as in docs/operations-reference.md. */
async function createDatabase(place: Place): Promise<void> {
  for (const role of ['owner', ...DATABASE_ROLES]) {
    await queryPrimary(place, `create role twofold_${role} login password '${PASSWORD}'`)
  }
  await queryPrimary(place, 'create database twofold owner twofold_owner')
}

export type Leader = { readonly machine: ProductMachine; readonly epoch: number }

/** The leading ledger process, according to the database. */
export async function leaderOf({ place, products }: Cluster): Promise<Leader> {
  const text = 'select epoch::int, address from ledger_leader'
  const [row] = await queryPrimary(place, text, 'twofold')
  const machine = products.get(new URL(String(row?.address)).hostname)
  if (!machine) throw new Error(`the leader is at ${String(row?.address)}`)
  return { machine, epoch: Number(row?.epoch) }
}

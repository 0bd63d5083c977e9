/** The whole cluster: its network, three database machines, and the product's machines. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDevnet } from '../../src/devnet/devnet.ts'
import { startMailbox, type Mailbox } from '../../src/server/email/mailbox.ts'
import {
  askPrimary,
  DATABASE_MACHINES,
  makeDatabaseMachine,
  PASSWORD,
  preparePlace,
  primaryOf,
  startMachine,
  untilWhole,
  type DatabaseMachine,
  type Place,
} from './database-machines.ts'
import { HUB, layNetwork } from './network.ts'
import {
  DATABASE_ROLES,
  makeProductMachine,
  newPayoutKey,
  PRODUCT_MACHINES,
  sharedVariables,
  untilReady,
  type ProductMachine,
  type ProductMachineName,
} from './product-machines.ts'

export type Cluster = {
  readonly place: Place
  readonly databases: ReadonlyMap<string, DatabaseMachine>
  readonly products: ReadonlyMap<string, ProductMachine>
  readonly mailbox: Mailbox
  readonly devnetUrl: string
  /** The variables of a web process, for tools that run beside it. */
  readonly shared: Record<string, string>
}

const kit = fileURLToPath(new URL('../../deploy/ha', import.meta.url))
const DEVNET_PORT = 9090
const SMTP_PORT = 1025

/** Starts everything and waits until it answers. Nothing stops it but the end of this process. */
export async function startCluster(
  root: string,
  folder: string,
  log: (text: string) => void,
): Promise<Cluster> {
  const productNames = Object.keys(PRODUCT_MACHINES) as ProductMachineName[]
  const machines = layNetwork([...DATABASE_MACHINES, ...productNames])
  mkdirSync(join(folder, 'log'), { recursive: true })
  const place: Place = { root, folder, kit, machines }
  preparePlace(place)
  const databases = DATABASE_MACHINES.map((name) => makeDatabaseMachine(place, name))
  databases.forEach(startMachine)
  await untilWhole(place)
  log('three PostgreSQL servers: one primary, two standbys')
  const primary = await primaryOf(place)
  const archiving = databases.find(({ name }) => name === primary)
  await archiving?.archive('stanza-create')
  await createDatabase(place)
  const devnet = await startDevnet({
    port: DEVNET_PORT,
    host: HUB,
    dataDir: join(folder, 'devnet'),
    blockMs: 500,
  })
  const mailbox = await startMailbox(SMTP_PORT, HUB)
  const shared = sharedVariables({
    usdtContract: devnet.info.usdtContract,
    devnetPort: DEVNET_PORT,
    smtpPort: SMTP_PORT,
  })
  const payoutKey = newPayoutKey()
  const products = productNames.map((name) => makeProductMachine(place, name, shared, payoutKey))
  for (const { proxy, pooler } of products) {
    proxy.start()
    pooler.start()
  }
  for (const machine of products) {
    machine.product.start()
    await untilReady(machine)
  }
  log(`the product: ${products.map(({ name }) => name).join(', ')}`)
  writeFileSync(join(folder, 'environment.json'), JSON.stringify(shared))
  const devnetUrl = `http://${HUB}:${DEVNET_PORT}`
  return {
    place,
    databases: byName(databases),
    products: byName(products),
    mailbox,
    devnetUrl,
    shared,
  }
}

const byName = <T extends { name: string }>(list: readonly T[]) =>
  new Map(list.map((each) => [each.name, each]))

/** The owner, one role for each process, and the database, as docs/operations.md has them. */
async function createDatabase(place: Place): Promise<void> {
  for (const role of ['owner', ...DATABASE_ROLES]) {
    await askPrimary(place, `create role twofold_${role} login password '${PASSWORD}'`)
  }
  await askPrimary(place, 'create database twofold owner twofold_owner')
}

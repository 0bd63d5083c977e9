import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Address } from '../../tron/encoding/address.ts'
import type { NodeOptions } from '../../tron/node/node-client.ts'
import type { Config } from '../config/config.ts'
import type { Mailbox } from '../email/mailbox.ts'
import { nodesOutside } from '../config/tron-api-keys.ts'
import { namedGenesis } from './pins.ts'
import { embeddedUrls, type DatabaseUrls } from './prepare-database.ts'
import type { StopList } from './stop-list.ts'
import { superviseDatabase } from './supervised-database.ts'

export type LocalServices = DatabaseUrls & {
  nodes: NodeOptions[]
  /** Null for an external network that no setting names. Then its nodes only have to agree. */
  genesisId: string | null
  usdtContract: Address
  balanceReader: Address | null
  smtpUrl: string
  mailbox: Mailbox | null
  /** Names and addresses of the services that run locally, for people to read. */
  addresses: [name: string, address: string][]
}

/**
 * Starts the services that no variable names: the database, the TRON network, the mail server. We
 * load development tools only here, so production, which has already refused missing settings,
 * never loads them.
 */
export async function startLocalServices(
  config: Config,
  log: Logger,
  stops: StopList,
): Promise<LocalServices> {
  const addresses: [string, string][] = []
  const [database, tron, smtp] = await Promise.all([
    databaseOf(config) ?? startDatabase(config, log, stops, addresses),
    startTron(config, stops, addresses),
    startSmtp(config, stops),
  ])
  return { ...database, ...tron, ...smtp, addresses }
}

/** The external database; null if we should start one here. */
const databaseOf = (config: Config): DatabaseUrls | null =>
  config.databaseUrl === null
    ? null
    : {
        databaseUrl: config.databaseUrl,
        databaseDirectUrl: config.databaseDirectUrl,
        databaseOwnerUrl: config.databaseOwnerUrl,
      }

async function startDatabase(
  config: Config,
  log: Logger,
  stops: StopList,
  addresses: [string, string][],
): Promise<DatabaseUrls> {
  const database = await superviseDatabase(config.dataDir, log)
  stops.add(
    'database',
    () => database.stop(),
    () => database.signalStop(),
  )
  addresses.push(['Database', `${database.connectionString} (${database.found})`])
  return embeddedUrls(database.connectionString)
}

// The devnet is ours and local, so there is no quota to save.
const DEVNET_REQUESTS_PER_SECOND = 5_000

type Tron = Pick<LocalServices, 'nodes' | 'genesisId' | 'usdtContract' | 'balanceReader'>

async function startTron(
  config: Config,
  stops: StopList,
  addresses: [string, string][],
): Promise<Tron> {
  const { tronApiUrls, usdtContract, tronApiKey, tronRequestsPerSecond: ratePerSecond } = config
  if (tronApiUrls !== null && usdtContract !== null) {
    const nodes = nodesOutside(tronApiUrls, tronApiKey, ratePerSecond)
    const { balanceReader } = config
    return { nodes, genesisId: namedGenesis(config), usdtContract, balanceReader }
  }
  const { startDevnet } = await import('../../devnet/devnet.ts')
  const devnet = await namePort('DEVNET_PORT', config.devnetPort, () =>
    startDevnet({
      port: config.devnetPort,
      host: '127.0.0.1',
      dataDir: join(config.dataDir, 'devnet'),
      blockMs: config.devnetBlockMs,
    }),
  )
  stops.add('devnet', () => devnet.stop())
  addresses.push(['TRON devnet', devnet.url])
  const { info, url } = devnet
  const nodes = [{ url, ratePerSecond: DEVNET_REQUESTS_PER_SECOND }]
  const { genesisId, usdtContract: usdt, balanceReader } = info
  return { nodes, genesisId, usdtContract: usdt, balanceReader }
}

async function startSmtp(config: Config, stops: StopList) {
  if (config.smtpUrl !== null) return { smtpUrl: config.smtpUrl, mailbox: null }
  const { startMailbox } = await import('../email/mailbox.ts')
  const mailbox = await namePort('SMTP_PORT', config.smtpPort, () => startMailbox(config.smtpPort))
  stops.add('mailbox', () => mailbox.stop())
  return { smtpUrl: `smtp://127.0.0.1:${mailbox.port}`, mailbox }
}

/** Another process uses one of our ports. The message names the variable that changes it. */
export class PortTaken extends Error {}

export async function namePort<T>(
  variable: string,
  port: number,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new PortTaken(`Port ${port} is taken by another program; set ${variable} to a free one.`)
  }
}

import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../tron/encoding/hex.ts'
import { mainnet } from '../../tron/encoding/networks.ts'
import type { Db } from '../../db/types.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import type { Context } from '../context.ts'
import { pin, rotatePin, type PinName } from '../pins/stored-pins.ts'
import { repeat, type Worker } from '../workers/repeat.ts'
import { liftPause, raisePause } from '../pauses/pauses.ts'
import { entriesOf } from '../../domain/records.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

// A database belongs to one network, one token, and one deposit key. With another network we would
// credit worthless test coins. With another key, members would pay to addresses that nobody can
// empty.

type StrictPin = Exclude<PinName, 'auth_secret'>
type Pins = Partial<Record<StrictPin, string>>

const variables: Record<StrictPin, string> = {
  genesis: 'TRON_TEST_GENESIS',
  usdt_contract: 'TRON_USDT_CONTRACT',
  deposit_key: 'TRON_DEPOSIT_XPUB',
}

type PinSettings = Pick<
  Config,
  'part' | 'production' | 'usdtContract' | 'testGenesisId' | 'depositXpub' | 'rotatePins'
>

/** The network that the configuration names; null if only the nodes know it. */
export const namedGenesis = ({
  usdtContract,
  testGenesisId,
}: Pick<Config, 'usdtContract' | 'testGenesisId'>): string | null =>
  usdtContract === mainnet.usdtContract ? mainnet.genesisId : testGenesisId

/**
 * Pins what the database belongs to at its first production start. Throws BadConfig if a later
 * start names something else, unless ROTATE_PINS allows a worker the change. A development start
 * pins nothing, because emptying its folder creates a new network.
 */
export async function requirePins(db: Db, config: PinSettings): Promise<void> {
  if (!config.production) return
  const key = toHex(sha256(new TextEncoder().encode(config.depositXpub.trim())))
  const genesis = namedGenesis(config)
  const pins: Pins = {
    deposit_key: key,
    ...(genesis === null ? {} : { genesis }),
    ...(config.usdtContract === null ? {} : { usdt_contract: config.usdtContract }),
  }
  const mayRotate = roles[config.part].followsChain ? config.rotatePins : []
  const different: StrictPin[] = []
  for (const [name, value] of entriesOf(pins)) {
    if ((await pin(db, name, value)) === value) continue
    if (mayRotate.includes(name)) await rotatePin(db, name, value)
    else different.push(name)
  }
  if (different.length === 0) return
  const names = different.map((name) => variables[name]).join(', ')
  throw new BadConfig(
    `This database was started with another ${names}. Put the former value back. ` +
      `If the change is meant, start the worker once with ROTATE_PINS=${different.join(',')}. ` +
      'docs/operations-reference.md says how, "Pinned settings".',
  )
}

const EVERY_MS = HOUR_MS
const RETRY_MS = 60_000

type Checking = Pick<Context, 'db' | 'tron' | 'log' | 'stopping'>

/**
 * Checks now and every hour that the nodes are on the pinned network, and that USDT is the token.
 */
export async function startNetworkCheck(context: Checking): Promise<Worker> {
  const { log, stopping } = context
  let nextMs = 0
  const round = async (): Promise<void> => {
    if (performance.now() < nextMs) return
    if (await checkNetwork(context)) nextMs = performance.now() + EVERY_MS
  }
  // Check once before crediting anything. If the nodes are unavailable, later rounds ask again.
  await round().catch((error: unknown) => log.warn({ err: error }, 'the network was not checked'))
  return repeat({ name: 'network check', everyMs: RETRY_MS, log, stopping }, round)
}

/**
 * Pauses credits and payouts while the nodes are on another network or the token isn't USDT, and
 * resumes them afterward. False while that is unknown.
 */
export async function checkNetwork({ db, tron, log }: Checking): Promise<boolean> {
  const genesis = await tron.genesisId()
  const pinned = await db
    .selectFrom('installation_pins')
    .select('value')
    .where('name', '=', 'genesis')
    .executeTakeFirst()
  if (genesis.ok && pinned && pinned.value !== genesis.value) {
    await raisePause({ db, log }, 'network', `The nodes are of another network: ${genesis.value}.`)
    return true
  }
  const checked = await tron.check()
  const trouble = genesis.ok ? (checked.ok ? null : checked.trouble) : genesis.trouble
  if (trouble === null) {
    await liftPause({ db, log }, 'network')
    return true
  }
  // Nodes may briefly disagree about a block. The signing gate pauses payouts for that.
  if (trouble.kind === 'disagreement' && /first block|6-decimal/.test(trouble.detail)) {
    await raisePause({ db, log }, 'network', `The network is not ours: ${trouble.detail}.`)
  }
  return false
}

import { isMainGateway, mainnet } from '../../tron/encoding/networks.ts'
import { BadConfig } from './config.ts'
import { neededInProduction, type Environment } from './environment.ts'
import { findOpenLedger, findOtherSecret, missingLedgerSecrets } from './ledger-settings.ts'
import { logsPublicly, roles } from './roles.ts'
import { keysOfNodes } from './tron-api-keys.ts'
import { findWeakSettings } from './weak-settings.ts'

/** An intruder in an internet-facing process must not find the payout key there. */
function refuseKeyBesideWeb({ PROCESS: part, PAYOUT_KEY: key }: Environment): void {
  if (!roles[part].serves || !roles[part].signs) return
  if (key === undefined || key === 'offline') return
  throw new BadConfig(
    'PAYOUT_KEY is not for a process that faces the internet. ' +
      'Run PROCESS=web, PROCESS=ledger, and PROCESS=worker apart, ' +
      'or sign payouts elsewhere (PAYOUT_KEY=offline).',
  )
}

/** Without NODE_ENV=production, nobody needs a second factor and /dev is open. */
function refuseMainNetwork({ TRON_API_URL: urls, TRON_USDT_CONTRACT: contract }: Environment) {
  if (contract !== mainnet.usdtContract && !urls?.some(isMainGateway)) return
  throw new BadConfig(
    'TRON_API_URL or TRON_USDT_CONTRACT is of the main network: NODE_ENV=production is not set.',
  )
}

function refuseWeak(env: Environment): void {
  const faults = findWeakSettings(env)
  if (faults.length === 0) return
  throw new BadConfig(`These settings are not for production:\n${faults.join('\n')}`)
}

/** If the lists of keys and nodes differ in length, a key would go to the wrong node. */
function refuseUnevenKeys({ TRON_API_URL: urls, TRON_API_KEY: keys }: Environment): void {
  if (keysOfNodes(urls ?? [], urls ? (keys ?? null) : null) !== null) return
  throw new BadConfig(
    'TRON_API_KEY must hold one key, or as many as TRON_API_URL has nodes, in the same order.',
  )
}

/** Settings that conflict, or that a process lacks. */
export function refuseUnusable(env: Environment): void {
  const missing: string[] = []
  refuseUnevenKeys(env)
  const open = findOpenLedger(env)
  if (open !== null) throw new BadConfig(open)
  if (env.NODE_ENV === 'production') {
    missing.push(...neededInProduction.filter((name) => env[name] === undefined))
    if (env.MAIL_FROM === undefined && env.BRAND === undefined) missing.push('MAIL_FROM')
    missing.push(...missingLedgerSecrets(env))
    const other = findOtherSecret(env)
    if (other !== null) throw new BadConfig(other)
    if (roles[env.PROCESS].signs && env.PAYOUT_KEY === undefined) missing.push('PAYOUT_KEY')
    if (logsPublicly(env.PROCESS) && env.LOG_KEY === undefined) missing.push('LOG_KEY')
    const { TRON_USDT_CONTRACT: contract, TRON_TEST_GENESIS: genesis } = env
    if (contract && contract !== mainnet.usdtContract && genesis === undefined) {
      missing.push('TRON_TEST_GENESIS')
    }
    refuseKeyBesideWeb(env)
    refuseWeak(env)
    if (env.RATE_LIMITS === 'off') throw new BadConfig('RATE_LIMITS=off is for development only.')
    if (env.AUTH_COST === 'low') throw new BadConfig('AUTH_COST=low is for development only.')
  } else refuseMainNetwork(env)
  if (env.TRON_API_URL !== undefined && env.TRON_USDT_CONTRACT === undefined) {
    missing.push('TRON_USDT_CONTRACT')
  }
  if (env.ANCHOR_KEY !== undefined && env.ANCHOR_TO === undefined) missing.push('ANCHOR_TO')
  if ((env.OPERATOR_USERNAME === undefined) !== (env.OPERATOR_PASSWORD === undefined)) {
    missing.push(env.OPERATOR_USERNAME === undefined ? 'OPERATOR_USERNAME' : 'OPERATOR_PASSWORD')
  }
  if (missing.length === 0) return
  const names = [...new Set(missing)].join(', ')
  throw new BadConfig(`Not set: ${names}. docs/configuration.md describes each of them.`)
}

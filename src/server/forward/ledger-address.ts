/**
 * Where a ledger process accepts commands: `http://host:port`, `https://host:port`, `unix:/path`.
 */
import type { RequestOptions } from 'node:https'
import { hostname } from 'node:os'
import type { PeerCertificate } from 'node:tls'
import type { LedgerTls } from '../config/ledger-settings.ts'
import { roleOfPeer } from './peer-role.ts'
import { NotReached } from './post.ts'

const UNIX = 'unix:'

/** The address that a process listens on, and the one that others use to reach it. */
export type LedgerPlace = {
  readonly listen: { readonly path: string } | { readonly host: string; readonly port: number }
  readonly address: string
}

/** The address for commands, and the next one, where a thread answers health checks. */
export type LedgerPlaces = { readonly commands: LedgerPlace; readonly alive: LedgerPlace }

type Settings = {
  /** An address of this machine, or the path of a Unix socket. */
  readonly ledgerHost: string
  readonly ledgerPort: number
  /** The name by which other machines reach this one; null for its host name. */
  readonly ledgerName: string | null
}

export function ledgerPlaces(settings: Settings, tls: LedgerTls | null): LedgerPlaces {
  const { ledgerHost: host, ledgerPort: port, ledgerName } = settings
  if (host.startsWith('/')) {
    const at = (path: string): LedgerPlace => ({ listen: { path }, address: `${UNIX}${path}` })
    return { commands: at(host), alive: at(`${host}.alive`) }
  }
  const isEvery = host === '0.0.0.0' || host === '::'
  const name = ledgerName ?? (isEvery ? hostname() : host)
  const shown = name.includes(':') ? `[${name}]` : name
  const scheme = tls ? 'https' : 'http'
  const at = (own: number): LedgerPlace => ({
    listen: { host, port: own },
    address: `${scheme}://${shown}:${own}`,
  })
  return { commands: at(port), alive: at(port + 1) }
}

/** How to reach an address. */
export function requestOptions(address: string, tls: LedgerTls | null): RequestOptions {
  if (address.startsWith(UNIX)) return { socketPath: address.slice(UNIX.length) }
  const { protocol, hostname: host, port } = new URL(address)
  const where = { host: host.replace(/^\[|\]$/g, ''), port, protocol }
  if (protocol !== 'https:') return where
  if (!tls) throw new NotReached('the ledger port needs LEDGER_CA, LEDGER_CERT, and LEDGER_KEY')
  return { ...where, ...tls, checkServerIdentity: requireLedgerCertificate }
}

/** The extended key usage of a certificate that may serve (RFC 5280). */
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

/**
 * Only the role in the certificate counts, and its permission to serve. Otherwise, a process of
 * another role could pose as the leader. Host names don't count, because any ledger process may
 * lead, and the database has the leader's address.
 */
function requireLedgerCertificate(_name: string, cert: PeerCertificate): Error | undefined {
  const isLedger = usagesOf(cert).includes(SERVER_AUTH) && roleOfPeer(cert) === 'ledger'
  if (isLedger) return undefined
  return new Error('the certificate at the ledger port isn’t one of a ledger process')
}

// Node’s type claims that this is always set.
const usagesOf = ({ ext_key_usage: usages }: Partial<PeerCertificate>): readonly string[] =>
  usages ?? []

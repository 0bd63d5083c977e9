/** Tokens of the ledger port. Each role that sends commands has its own. */
import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LedgerSettings } from '../config/ledger-settings.ts'
import { senders, type Sender } from '../config/roles.ts'

/** The tokens of each role: for its secret and, during a rotation, for the previous one. */
export type Tokens = Readonly<Record<Sender, readonly string[]>>

const PURPOSE = 'twofold ledger port'

/** A token reveals neither its secret nor another role's token derived from the same secret. */
const tokenOf = (secret: string, sender: Sender): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `${PURPOSE}: ${sender}`, 32)).toString('base64url')

type Secrets = Pick<LedgerSettings, 'ledgerSecrets'>

/**
 * The token that a process sends to the leader. A process that submits no commands sends one that
 * the leader doesn't know.
 */
export function ledgerToken({ ledgerSecrets }: Secrets, sender: Sender | null): string {
  const [secret] = sender === null ? [] : ledgerSecrets[sender]
  return sender === null || secret === undefined ? 'none' : tokenOf(secret, sender)
}

/** What the leader accepts. */
export const ledgerTokens = ({ ledgerSecrets: { web, chain } }: Secrets): Tokens => ({
  web: web.map((secret) => tokenOf(secret, 'web')),
  chain: chain.map((secret) => tokenOf(secret, 'chain')),
})

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/**
 * The role whose token an Authorization header has. The hashes have equal length, so the time of
 * the comparison reveals nothing.
 */
export function findSender(header: string | undefined, tokens: Tokens): Sender | undefined {
  const given = digestOf(header ?? '')
  const matches = senders.filter((sender) =>
    tokens[sender]
      .map((token) => timingSafeEqual(given, digestOf(`Bearer ${token}`)))
      .includes(true),
  )
  return matches[0]
}

/** Tokens of the ledger port. Each role that sends commands has its own. */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LedgerSettings } from '../config/ledger-settings.ts'
import { senders, type Sender } from '../config/roles.ts'

/** The tokens of each role: of its secret, and while that is being replaced, of the one before. */
export type Tokens = Readonly<Record<Sender, readonly string[]>>

const PURPOSE = 'twofold ledger port'

/** A token says nothing about its secret, nor about another role's token of the same secret. */
const tokenOf = (secret: string, sender: Sender): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `${PURPOSE}: ${sender}`, 32)).toString('base64url')

type Secrets = Pick<LedgerSettings, 'ledgerSecrets'>

/** What a process shows to the leader; nothing that the leader knows if it submits no commands. */
export function ledgerToken({ ledgerSecrets }: Secrets, sender: Sender | null): string {
  const [secret] = sender === null ? [] : ledgerSecrets[sender]
  return sender === null || secret === undefined ? 'none' : tokenOf(secret, sender)
}

/** What the leader accepts. */
export const ledgerTokens = ({ ledgerSecrets: { web, chain } }: Secrets): Tokens => ({
  web: web.map((secret) => tokenOf(secret, 'web')),
  chain: chain.map((secret) => tokenOf(secret, 'chain')),
})

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whose token an Authorization header has. The hashes have one length, so the time that the
 * comparison takes tells nothing.
 */
export function findSender(header: string | undefined, tokens: Tokens): Sender | undefined {
  const given = hash(header ?? '')
  const matches = senders.filter((sender) =>
    tokens[sender].map((token) => timingSafeEqual(given, hash(`Bearer ${token}`))).includes(true),
  )
  return matches[0]
}

/** Why a text isn't a transaction id. */
type TransactionIdFault = 'empty' | 'not_hex' | 'wrong_length' | 'unknown_site'

export type TransactionIdReading =
  | { ok: true; txid: string }
  | { ok: false; fault: TransactionIdFault }

/** Explorers whose links members paste. We never take an id from any other URL. */
const explorers = new Set([
  'tronscan.org',
  'www.tronscan.org',
  'nile.tronscan.org',
  'shasta.tronscan.org',
  'tronscan.io',
  'www.tronscan.io',
  'tronviewer.io',
  'www.oklink.com',
  'tokenview.io',
  'trx.tokenview.io',
])

/**
 * Reads a pasted transaction id: with or without 0x, in any case, with spaces around it, or as a
 * link of a known explorer. Returns 64 lowercase hex digits.
 */
export function parseTransactionId(input: string): TransactionIdReading {
  const text = input.slice(0, 500).replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
  if (text === '') return { ok: false, fault: 'empty' }
  const token = /^https?:\/\//i.test(text) ? tokenOfLink(text) : text.replace(/^0x/i, '')
  if (token === undefined) return { ok: false, fault: 'unknown_site' }
  if (!/^[0-9a-fA-F]*$/.test(token)) return { ok: false, fault: 'not_hex' }
  if (token.length !== 64) return { ok: false, fault: 'wrong_length' }
  return { ok: true, txid: token.toLowerCase() }
}

function tokenOfLink(link: string): string | undefined {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (url === undefined || !explorers.has(url.hostname)) return undefined
  // Single-page explorers have their path after the hash sign.
  const parts = `${url.pathname}/${url.hash}`.split(/[/#?&=]/)
  return parts.map((part) => part.replace(/^0x/i, '')).find((part) => /^[0-9a-f]{64}$/i.test(part))
}

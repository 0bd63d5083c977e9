import { X509Certificate } from 'node:crypto'

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** When the first of these PEM certificates expires, in milliseconds; null if there are none. */
export function firstExpiry(pems: readonly string[]): number | null {
  const blocks = pems.flatMap((pem) => pem.match(BLOCK) ?? [])
  const times = blocks.map(expiryOf).filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** TLS ignores a block that isn't a certificate, so we do too. */
function expiryOf(block: string): number | null {
  try {
    return Date.parse(new X509Certificate(block).validTo)
  } catch {
    return null
  }
}

import type { components } from './operations.ts'

/** An event as we send it, by its `type`. */
export type WebhookEvent = {
  [Name in keyof components['schemas']]: Name extends `${string}Event`
    ? components['schemas'][Name] extends { type: string; sequence: number }
      ? components['schemas'][Name]
      : never
    : never
}[keyof components['schemas']]

/** A webhook that isn't from the product, or is too old. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError'
}

const TOLERANCE_SECONDS = 300

/**
 * Checks that a webhook is from the product and new, and reads it. Works in Node 20 and newer, and
 * wherever else there is Web Crypto.
 * @param body the body exactly as it arrived, before any parser changed it
 * @param header the `Twofold-Signature` header
 * @param secret the endpoint's secret, or the old and the new one while you change it
 * @param toleranceSeconds how old the signature may be, which keeps others from sending it again
 * @throws WebhookSignatureError if any of this is wrong
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  header: string | null | undefined,
  secret: string | readonly string[],
  toleranceSeconds: number = TOLERANCE_SECONDS,
): Promise<WebhookEvent> {
  const { time, signatures } = readHeader(header ?? '')
  const age = Math.abs(Date.now() / 1000 - Number(time))
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const secrets = typeof secret === 'string' ? [secret] : secret
  let isOurs = false
  for (const each of secrets) {
    for (const signature of signatures) {
      if (await isSigned(time, bytes, each, signature)) isOurs = true
    }
  }
  if (!isOurs) throw new WebhookSignatureError('No signature of this webhook is valid.')
  if (!(age <= toleranceSeconds)) throw new WebhookSignatureError('This webhook is too old.')
  // The signature proves that the product wrote it.
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
}

/** Headers that we send have three signatures at most. */
const MOST_SIGNATURES = 8

function readHeader(header: string): { time: string; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim())
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2)
  const signatures = parts
    .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
    .slice(0, MOST_SIGNATURES)
    .map((part) => part.slice(3))
  if (time === undefined || signatures.length === 0) {
    throw new WebhookSignatureError('The Twofold-Signature header is missing or not readable.')
  }
  return { time, signatures }
}

/** Compares in constant time, as `crypto.subtle.verify` does. */
async function isSigned(
  time: string,
  body: Uint8Array,
  secret: string,
  signature: string,
): Promise<boolean> {
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const start = text.encode(`${time}.`)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', text.encode(secret), algorithm, false, ['verify'])
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return await subtle.verify('HMAC', key, bytes, signed)
}

import { brandName } from '../brand/brand.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'

// Time-based one-time codes, RFC 6238: SHA-1, six digits, thirty seconds, one step of tolerance.

const STEP_SECONDS = 30
const DIGITS = 6

/** The code of one time step. */
export function totpCode(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(step)
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const value = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(value).padStart(DIGITS, '0')
}

/**
 * The time step that a code belongs to: the current one or a neighbor. Null if it is none of them,
 * or not newer than the last one used, so that no code counts twice.
 */
export function findTotpStep(
  secret: Buffer,
  code: string,
  lastStep: bigint | null,
  nowMs = Date.now(),
): bigint | null {
  if (!/^\d{6}$/.test(code)) return null
  const present = BigInt(Math.floor(nowMs / 1000 / STEP_SECONDS))
  for (const step of [present, present - 1n, present + 1n]) {
    if (lastStep !== null && step <= lastStep) continue
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step
  }
  return null
}

/** What an authenticator app reads from the QR code. */
export function otpauthUri(secret: Buffer, account: string): string {
  const label = encodeURIComponent(`${brandName()}:${account}`)
  const query = new URLSearchParams({ secret: base32nopad.encode(secret), issuer: brandName() })
  return `otpauth://totp/${label}?${query}`
}

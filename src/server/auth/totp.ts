import { brandName } from '../brand/brand.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { sql } from 'kysely'
import type { Tx } from '../../db/types.ts'
import { unseal } from './sealed.ts'

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

type Factor = { totp_secret: Buffer | null; totp_last_step: bigint | null }

/**
 * The time step that a code belongs to: the current one or a neighbor, by the database's clock,
 * because the processes' clocks differ. Null if it is none of them, or not newer than the last one
 * used, so that no code counts twice.
 */
export async function findTotpStep(
  tx: Tx,
  authSecret: string,
  { totp_secret: sealed, totp_last_step: lastStep }: Factor,
  code: string,
): Promise<bigint | null> {
  if (!sealed || !/^\d{6}$/.test(code)) return null
  const secret = unseal(authSecret, sealed)
  const present = await presentStep(tx)
  for (const step of [present, present - 1n, present + 1n]) {
    if (lastStep !== null && step <= lastStep) continue
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) return step
  }
  return null
}

async function presentStep(tx: Tx): Promise<bigint> {
  const step = sql<bigint>`floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS})::bigint`
  return (await tx.selectNoFrom(step.as('step')).executeTakeFirstOrThrow()).step
}

/** What an authenticator app reads from the QR code. */
export function otpauthUri(secret: Buffer, account: string): string {
  const label = encodeURIComponent(`${brandName()}:${account}`)
  const query = new URLSearchParams({ secret: base32nopad.encode(secret), issuer: brandName() })
  return `otpauth://totp/${label}?${query}`
}

import { nowMs } from '../../../clock/clock.ts'
import type { webcrypto } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { reject } from '../../../contract/refusals/reject.ts'

// Access tokens are signed and short-lived, and prove nothing beyond the session that they name. We
// look up the session on every request.

const TYPE = 'at+jwt'
const AUDIENCE = 'twofold:member'
const ISSUER = 'twofold'
const ACCESS_TOKEN_SECONDS = 15 * 60
// Another web process may have signed the token, and measures the database's clock itself.
const CLOCK_TOLERANCE_SECONDS = 5

export type AccessClaims = { member: number; session: bigint }

type Known = { secret: string; claims: AccessClaims; endsAtMs: number }

// Checking a signature is the most expensive step, and a client sends the same token for a quarter
// of an hour. So we remember checked tokens until they expire.
const MAX_KNOWN = 10_000
const known = new Map<string, Known>()

let imported: { secret: string; key: Promise<webcrypto.CryptoKey> } | undefined

/** The key of a secret. Importing it costs as much as a signature, so we cache the last one. */
function keyOf(secret: string): Promise<webcrypto.CryptoKey> {
  if (imported?.secret !== secret) {
    const bytes = new TextEncoder().encode(`access:${secret}`)
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
    imported = { secret, key }
  }
  return imported.key
}

export async function signAccessToken(secret: string, claims: AccessClaims): Promise<string> {
  const seconds = Math.floor(nowMs() / 1000)
  return new SignJWT({ sid: claims.session.toString() })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(String(claims.member))
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(await keyOf(secret))
}

/** Reads a token that we signed. Refuses with `token_expired` or `token_invalid`. */
export async function readAccessToken(secret: string, token: string): Promise<AccessClaims> {
  const before = known.get(token)
  if (before?.secret === secret && nowMs() < before.endsAtMs) return before.claims
  const checked = await checkToken(secret, token)
  if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value ?? '')
  known.set(token, checked)
  return checked.claims
}

async function checkToken(secret: string, token: string): Promise<Known> {
  if (!isCanonical(token)) throw reject('token_invalid')
  const currentDate = new Date(nowMs())
  try {
    const { payload } = await jwtVerify(token, await keyOf(secret), {
      algorithms: ['HS256'],
      typ: TYPE,
      audience: AUDIENCE,
      issuer: ISSUER,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      maxTokenAge: ACCESS_TOKEN_SECONDS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate,
    })
    const { sub, sid, iat = 0, exp = 0 } = payload
    if (!/^\d{1,9}$/.test(sub ?? '') || typeof sid !== 'string' || !/^\d{1,18}$/.test(sid)) {
      throw reject('token_invalid')
    }
    const endsAtMs = Math.min(exp, iat + ACCESS_TOKEN_SECONDS) * 1000
    // The tolerance is only for the beginning.
    if (endsAtMs <= currentDate.getTime()) throw new errors.JWTExpired('it has expired', payload)
    return { secret, claims: { member: Number(sub), session: BigInt(sid) }, endsAtMs }
  } catch (error) {
    throw reject(error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid')
  }
}

// Several Base64 texts can encode the same bytes. We accept only the one that we wrote.
function isCanonical(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 &&
    parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

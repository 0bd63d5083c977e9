import { errors, jwtVerify, SignJWT } from 'jose'
import { refuse } from './refusal.ts'

// Access tokens: signed, short, and no proof of anything beyond the session that they name. The
// session itself is looked up on every request.

const type = 'at+jwt'
const audience = 'twofold:member'
const issuer = 'twofold'
export const accessTokenSeconds = 15 * 60

export type AccessClaims = { member: number; session: bigint }

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(`access:${secret}`)

export function signAccessToken(secret: string, claims: AccessClaims): Promise<string> {
  return new SignJWT({ sid: claims.session.toString() })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setSubject(String(claims.member))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${accessTokenSeconds}s`)
    .sign(keyOf(secret))
}

/** Reads a token that we signed; refuses with `token_expired` or `token_invalid`. */
export async function readAccessToken(secret: string, token: string): Promise<AccessClaims> {
  if (!isCanonical(token)) throw refuse('token_invalid')
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      typ: type,
      audience,
      issuer,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      maxTokenAge: accessTokenSeconds,
    })
    const { sub, sid } = payload
    if (!/^\d{1,9}$/.test(sub ?? '') || typeof sid !== 'string' || !/^\d{1,18}$/.test(sid)) {
      throw refuse('token_invalid')
    }
    return { member: Number(sub), session: BigInt(sid) }
  } catch (error) {
    throw refuse(error instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid')
  }
}

// Base64 lets several texts mean the same bytes; only the one that we wrote is taken.
function isCanonical(token: string): boolean {
  const parts = token.split('.')
  return (
    parts.length === 3 &&
    parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

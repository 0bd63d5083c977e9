import { brandName } from '../brand/brand.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import {
  passkeyTransports,
  type NewPasskey,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRequest,
} from '../../contract/subjects/passkeys.ts'
import type { RowOf } from '../../db/types.ts'
import { CHALLENGE_MS } from './challenges.ts'

// The server's side of the WebAuthn standard, with SimpleWebAuthn. A passkey must know its account
// (discoverable) and verify its owner, which makes it two factors in one. We don't ask for the
// device's model: an attestation would reveal it for every member, and refuse good devices.

/** COSE: EdDSA, ES256, and RS256, which Windows Hello needs. */
const ALGORITHMS = [-8, -7, -257]

/** The domain of our passkeys, and the pages that may use them, both from PUBLIC_URL alone. */
const siteOf = ({ publicUrl }: { publicUrl: string }) => {
  const { hostname: rpId, origin } = new URL(publicUrl)
  return { rpId, origin }
}

// Loading takes a while, and few processes ever need it.
const library = () => import('@simplewebauthn/server')

type Settings = { publicUrl: string }
type Known = RowOf<'passkeys', 'credential_id' | 'transports'>
type CreationOptions = z.input<typeof PasskeyCreation>['options']
type RequestOptions = z.input<typeof PasskeyRequest>['options']

const describe = ({ credential_id: id, transports }: Known) => {
  const kept = transports.split(',')
  return {
    id: id.toString('base64url'),
    type: 'public-key' as const,
    transports: passkeyTransports.filter((each) => kept.includes(each)),
  }
}

type Account = { handle: Buffer; name: string; passkeys: readonly Known[] }

export function creationOptions(
  settings: Settings,
  { handle, name, passkeys }: Account,
  challenge: string,
): CreationOptions {
  return {
    challenge,
    rp: { id: siteOf(settings).rpId, name: brandName() },
    user: { id: handle.toString('base64url'), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: CHALLENGE_MS,
  }
}

export const requestOptions = (
  settings: Settings,
  passkeys: readonly Known[],
  challenge: string,
): RequestOptions => ({
  challenge,
  rpId: siteOf(settings).rpId,
  allowCredentials: passkeys.map(describe),
  timeout: CHALLENGE_MS,
  userVerification: 'required',
})

export type Created = {
  credentialId: Buffer
  publicKey: Buffer
  signCount: bigint
  transports: string
  synced: boolean
}

/** The passkey that an authenticator made; null if its answer isn't valid. */
export async function readCreated(
  settings: Settings,
  { credential }: NewPasskey,
  challenge: string,
  log: FastifyBaseLogger,
): Promise<Created | null> {
  const { verifyRegistrationResponse } = await library()
  const formats = await import('@simplewebauthn/server/helpers')
  return await orNull(log, async () => {
    requireNoAttestation(formats, credential.response.attestationObject)
    const { rpId, origin } = siteOf(settings)
    const { transports: told = [], ...response } = credential.response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential: made, credentialBackedUp: synced } = registrationInfo
    // The signed part contains the key's own id. The other id is unsigned.
    if (made.id !== credential.id) return null
    return {
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: Buffer.from(made.publicKey),
      signCount: BigInt(made.counter),
      transports: passkeyTransports.filter((each) => told.includes(each)).join(','),
      synced,
    }
  })
}

// We ask for no attestation. Reading unwanted certificates would only give attackers something to
// send. Authenticators without a manufacturer's certificate sign for themselves instead.
function requireNoAttestation(
  { decodeAttestationObject, isoBase64URL }: typeof import('@simplewebauthn/server/helpers'),
  attestationObject: string,
): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const [format, statement] = [decoded.get('fmt'), decoded.get('attStmt')]
  const signsItself = format === 'packed' && statement.get('x5c') === undefined
  if (format !== 'none' && !signsItself) throw new Error(`attestation: ${format}`)
}

type Stored = RowOf<'passkeys', 'credential_id' | 'public_key' | 'user_handle'>

/**
 * The authenticator's signature counter; null if its answer isn't valid for the passkey. The
 * library would check the counter before the signature, and so trust anyone.
 */
export async function readAssertion(
  settings: Settings,
  { credential }: PasskeyAssertion,
  challenge: string,
  { credential_id: id, public_key: publicKey, user_handle: handle }: Stored,
  log: FastifyBaseLogger,
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await library()
  return await orNull(log, async () => {
    const { rpId, origin } = siteOf(settings)
    const { userHandle, ...response } = credential.response
    if (userHandle && userHandle !== handle.toString('base64url')) throw new Error('user handle')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: id.toString('base64url'),
        publicKey: new Uint8Array(publicKey),
        counter: 0,
      },
    })
    return verified ? BigInt(authenticationInfo.newCounter) : null
  })
}

// The library throws on any invalid answer, and its message is for our log only. Failing to load
// the library would be our own fault, so we load it outside.
async function orNull<T>(log: FastifyBaseLogger, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.info({ reason: String(error).slice(0, 200) }, 'passkey not valid')
    return null
  }
}

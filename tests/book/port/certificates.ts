/** Certificates for tests, made here: no tool is needed, and they can expire at any time. */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const DAY_MS = 86_400_000

/** A value in DER: its tag, its length, and what is in it. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const hex = (text: string): Buffer => Buffer.from(text, 'hex')

/** ecdsa-with-SHA256 */
const ALGORITHM = sequence(hex('06082a8648ce3d040302'))
/** basicConstraints, critical: an authority. */
const IS_AUTHORITY = der(0xa3, sequence(sequence(hex('0603551d130101ff040530030101ff'))))

/** extendedKeyUsage, of serverAuth and clientAuth. */
const usageOf = (usages: readonly Buffer[]): Buffer =>
  sequence(hex('0603551d25'), der(0x04, sequence(...usages)))
const SERVES = hex('06082b06010505070301')
const CALLS = hex('06082b06010505070302')
/** Which side of a connection a certificate may be. */
const usages = { both: [SERVES, CALLS], caller: [CALLS], unsaid: null } as const
type Usage = keyof typeof usages

/** subjectAltName, of URIs that name roles. */
const rolesOf = (roles: readonly string[]): Buffer => {
  const uris = roles.map((role) => der(0x86, Buffer.from(`spiffe://twofold/${role}`)))
  return sequence(hex('0603551d11'), der(0x04, sequence(...uris)))
}

const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from(name)))))
const timeOf = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`))

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`

type Allowed = {
  readonly usage: Usage
  /** Usually one. */
  readonly roles: readonly string[]
}

type Given = {
  readonly name: string
  readonly issuer: string
  readonly key: KeyObject
  /** An authority's own certificate has none. */
  readonly allowed: Allowed | null
  readonly until: number
}

function certificate(given: Given, signer: KeyObject): string {
  const body = sequence(
    der(0xa0, hex('020102')),
    der(0x02, Buffer.concat([hex('01'), randomBytes(8)])),
    ALGORITHM,
    nameOf(given.issuer),
    sequence(timeOf(given.until - 2 * DAY_MS), timeOf(given.until)),
    nameOf(given.name),
    given.key.export({ type: 'spki', format: 'der' }),
    extensionsOf(given.allowed),
  )
  return pem(sequence(body, ALGORITHM, der(0x03, hex('00'), sign('sha256', body, signer))))
}

function extensionsOf(allowed: Allowed | null): Buffer {
  if (allowed === null) return IS_AUTHORITY
  const usage = usages[allowed.usage]
  const extensions = [
    ...(usage === null ? [] : [usageOf(usage)]),
    ...(allowed.roles.length === 0 ? [] : [rolesOf(allowed.roles)]),
  ]
  return extensions.length === 0 ? Buffer.alloc(0) : der(0xa3, sequence(...extensions))
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A new authority, which issues certificates valid until a given time. */
export function openAuthority(name: string) {
  const own = newKeys()
  const authority = { name, issuer: name, key: own.publicKey, allowed: null }
  return {
    ca: certificate({ ...authority, until: Date.now() + DAY_MS }, own.privateKey),
    issue(
      roles: readonly string[],
      { until = Date.now() + DAY_MS, usage = 'both' }: { until?: number; usage?: Usage } = {},
    ): { cert: string; key: string } {
      const { publicKey, privateKey } = newKeys()
      const allowed = { usage, roles }
      const given = { name: 'a process', issuer: name, key: publicKey, allowed, until }
      return {
        cert: certificate(given, own.privateKey),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

// An authenticator in software: real ES256 keys, signatures and CBOR, in the form that browsers
// send. Any part of an answer can be made invalid, to test that the server refuses it.

type Item = number | string | Buffer | Map<number | string, Item>

const head = (major: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
}

/** CBOR, RFC 8949, as far as a credential needs it. */
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item)
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item])
  if (typeof item === 'string') {
    const bytes = Buffer.from(item)
    return Buffer.concat([head(3, bytes.length), bytes])
  }
  const pairs = [...item].flatMap(([key, value]) => [cbor(key), cbor(value)])
  return Buffer.concat([head(5, item.size), ...pairs])
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const text = (data: Buffer): string => data.toString('base64url')

/** The possible faults of an answer. */
export type Twist = {
  origin?: string
  rpId?: string
  challenge?: string
  /** User present 1, user verified 4, synced 8 and 16; a new key 64. */
  flags?: number
  signCount?: number
  /** Another key's signature. */
  key?: KeyObject
  userHandle?: string | null
  /** Another credential's id. */
  id?: string
  type?: string
}

type Creation = {
  challenge: string
  rp: { id?: string | undefined }
  user: { id: string }
  excludeCredentials: { id: string }[]
}
type Request = { challenge: string; rpId: string }

const VERIFIED = 1 | 4

export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = text(randomBytes(32))
  readonly #origin: string
  #handle = ''
  /** Always 0, as for synced passkeys, unless it counts. */
  signCount = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  get id(): string {
    return this.#id
  }

  get key(): KeyObject {
    return this.#keys.privateKey
  }

  #client(type: string, challenge: string, { origin = this.#origin }: Twist): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data(rpId: string, flags: number, signCount: number, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(signCount)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }

  /** Creates its passkey: the result of `navigator.credentials.create()`. */
  create(options: Creation, twist: Twist = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, Item>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const id = Buffer.from(this.#id, 'base64url')
    const length = Buffer.from([0, id.length])
    const credential = Buffer.concat([Buffer.alloc(16), length, id, cbor(key)])
    const flags = 64 | (twist.flags ?? VERIFIED)
    const rpId = twist.rpId ?? options.rp.id ?? ''
    const data = this.#data(rpId, flags, twist.signCount ?? this.signCount, credential)
    const attestation = new Map<string, Item>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ])
    this.#handle = options.user.id
    const challenge = twist.challenge ?? options.challenge
    const sent = twist.id ?? this.#id
    return {
      id: sent,
      rawId: sent,
      type: 'public-key' as const,
      response: {
        clientDataJSON: text(this.#client(twist.type ?? 'webauthn.create', challenge, twist)),
        attestationObject: text(cbor(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge: the result of `navigator.credentials.get()`. */
  get(options: Request, twist: Twist = {}) {
    const challenge = twist.challenge ?? options.challenge
    const client = this.#client(twist.type ?? 'webauthn.get', challenge, twist)
    const flags = twist.flags ?? VERIFIED
    const data = this.#data(twist.rpId ?? options.rpId, flags, twist.signCount ?? this.signCount)
    const signed = Buffer.concat([data, sha256(client)])
    const sent = twist.id ?? this.#id
    const handle = twist.userHandle === undefined ? this.#handle : twist.userHandle
    return {
      id: sent,
      rawId: sent,
      type: 'public-key' as const,
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, twist.key ?? this.#keys.privateKey)),
        ...(handle === null ? {} : { userHandle: handle }),
      },
    }
  }
}

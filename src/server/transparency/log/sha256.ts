import { hash } from 'node:crypto'

/** Node's SHA-256, which is faster than a library's. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

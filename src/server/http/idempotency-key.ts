import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { idempotencyKeyLength } from '../../contract/fields/limits.ts'
import type { Key } from '../book/submission.ts'
import { reject } from '../../contract/refusals/reject.ts'

/**
 * What a caller saw, not what it asks for. A repeat may have a newer value, and the previous
 * version doesn't know these fields, so neither may make it another request.
 */
const SEEN_FIELDS: readonly string[] = ['network_fee']

/**
 * The request's Idempotency-Key with a hash of its input; undefined if there is none. The input is
 * the call, its path parameters and its validated body, so different spellings of the same request
 * match.
 */
export function readKey(request: FastifyRequest, scope: string, input: unknown): Key | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x20-\x7e]+$/.test(header)) throw reject('malformed_key')
  if (header.length > idempotencyKeyLength.max) throw reject('malformed_key')
  const asked = JSON.stringify(input, (field, value: unknown) =>
    SEEN_FIELDS.includes(field) ? undefined : value,
  )
  const inputHash = hash('sha256', asked)
  return { scope, key: header, inputHash }
}

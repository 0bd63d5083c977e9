/** Serves the verifiers byte for byte as they were built: their hashes are public. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { chooseEncoding, compressible } from '../brand/compressed-page.ts'
import { verifierPolicy, WORKER_POLICY } from '../http/security-headers.ts'

const FILES = [
  ['verify.html', 'text/html; charset=utf-8'],
  ['verify.mjs', 'text/javascript; charset=utf-8'],
  ['verify-worker.js', 'text/javascript; charset=utf-8'],
] as const

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Serves what the build made; nothing without one.
 * @returns the SHA-256 of each file, in hexadecimal, by its name
 */
export function serveVerifiers(app: FastifyInstance, buildDirectory: string): Map<string, string> {
  const hashes = new Map<string, string>()
  for (const [name, type] of FILES) {
    const path = join(buildDirectory, 'verify', name)
    if (!existsSync(path)) continue
    const text = readFileSync(path, 'utf8')
    if (name !== 'verify-worker.js') hashes.set(name, hashOf(text))
    const body = compressible(text)
    const policy = name === 'verify.html' ? verifierPolicy(text) : WORKER_POLICY
    app.get(`/${name}`, async (request, reply) => {
      reply.header('Content-Security-Policy', policy)
      const sent = chooseEncoding(request, reply, body)
      return reply.type(type).header('Cache-Control', 'no-cache').send(sent)
    })
  }
  return hashes
}

/** Serves the verifiers byte for byte as they were built: their hashes are public. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { chooseEncoding, compressible } from '../brand/compressed-page.ts'
import { verifierPolicy, WORKER_POLICY } from '../http/security-headers.ts'
import {
  hashVerifiers,
  readVerifierFiles,
  type VerifierName,
} from '../transparency/sheet/served-verifiers.ts'

const TYPES: Record<VerifierName, string> = {
  'verify.html': 'text/html; charset=utf-8',
  'verify.mjs': 'text/javascript; charset=utf-8',
  'verify-worker.js': 'text/javascript; charset=utf-8',
  'verify-worker-full.js': 'text/javascript; charset=utf-8',
}

/**
 * Serves the build's output, or nothing if there is no build.
 * @returns the SHA-256 of each file that people save, in hexadecimal, by its name
 */
export function serveVerifiers(app: FastifyInstance, buildDirectory: string): Map<string, string> {
  const files = readVerifierFiles(join(buildDirectory, 'verify'))
  for (const [name, text] of files) {
    const body = compressible(text)
    const policy = name === 'verify.html' ? verifierPolicy(text) : WORKER_POLICY
    app.get(`/${name}`, async (request, reply) => {
      reply.header('Content-Security-Policy', policy)
      const sent = chooseEncoding(request, reply, body)
      return reply.type(TYPES[name]).header('Cache-Control', 'no-cache').send(sent)
    })
  }
  const hashes = Object.entries(hashVerifiers(files))
  return new Map(hashes.filter(([name]) => !name.startsWith('verify-worker')))
}

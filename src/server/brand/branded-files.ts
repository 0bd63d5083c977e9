import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRebranded, rebrand } from './brand.ts'
import { chooseEncoding, compressible, type Compressible } from './compressed-page.ts'

const TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml; charset=utf-8'],
])

/** Sends a file under the brand's name; false if the build's own file serves. */
export type SendBranded = (request: FastifyRequest, reply: FastifyReply, path: string) => boolean

/**
 * The files of a build that name us, rewritten for another brand. Their names are hashes of what
 * the build wrote, so browsers may keep them for five minutes only, not forever.
 */
export async function readBranded(
  directory: string,
  files: ReadonlySet<string>,
): Promise<SendBranded> {
  const branded = new Map<string, Compressible>()
  if (isRebranded()) {
    for (const path of files) {
      if (!TYPES.has(extname(path))) continue
      const text = await readFile(join(directory, path), 'utf8')
      const named = rebrand(text)
      if (named !== text) branded.set(path, compressible(named))
    }
  }
  return (request, reply, path) => {
    const content = branded.get(path)
    if (!content) return false
    const body = chooseEncoding(request, reply, content)
    const type = TYPES.get(extname(path)) ?? ''
    reply.header('Content-Type', type).header('Cache-Control', 'public, max-age=300').send(body)
    return true
  }
}

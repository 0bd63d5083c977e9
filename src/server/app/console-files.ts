import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { brandPage, cacheRule, readBranded } from '../brand/branded-files.ts'
import { answerNotFound } from '../http/errors.ts'
import { consolePolicy } from '../http/security-headers.ts'

/**
 * Serves the operators' console under `/operator`: files by name, and its single page for every
 * other path. The page knows whether this is a development start and shows it.
 */
export async function serveConsole(
  app: FastifyInstance,
  directory: string,
  { production }: { production: boolean },
): Promise<void> {
  if (!existsSync(directory)) return
  const files = await listFiles(directory)
  const branded = await readBranded(directory, files)
  const built = brandPage(await readFile(join(directory, 'index.html'), 'utf8'))
  const html = production
    ? built
    : built.replace('data-environment="production"', 'data-environment="development"')
  const policy = consolePolicy(html)
  const sendPage = (reply: FastifyReply): FastifyReply =>
    reply
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Content-Security-Policy', policy)
      .header('X-Robots-Tag', 'noindex')
      .send(html)

  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: directory,
      serve: false,
      cacheControl: false,
      acceptRanges: false,
      preCompressed: true,
    })
    scope.get('/operator', async (_request, reply) => sendPage(reply))
    scope.get('/operator/*', async (request, reply) => {
      const asked = (request.url.split('?')[0] ?? '').slice('/operator'.length)
      const path = branded.pathOf(asked)
      // A file from an older build is gone. The page would be a wrong answer.
      if (!files.has(path)) {
        return path.startsWith('/assets') ? answerNotFound(request, reply) : sendPage(reply)
      }
      if (branded.send(request, reply, asked)) return reply
      return reply.header('Cache-Control', cacheRule(path)).sendFile(path.slice(1))
    })
  })
}

async function listFiles(directory: string): Promise<Set<string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !/\.(?:html|br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length))
  return new Set(names.map((name) => name.split(sep).join('/')))
}

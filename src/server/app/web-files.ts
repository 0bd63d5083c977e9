import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '../../contract/fields/languages.ts'
import { exampleDisclosure, isPage, type SupportChannels } from '../../contract/pages.ts'
import { escapeHtml } from '../../contract/texts/escape-html.ts'
import { chooseEncoding, compressible, type Compressible } from '../brand/compressed-page.ts'
import { brandPage, cacheRule, readBranded } from '../brand/branded-files.ts'
import { answerNotFound } from '../http/errors.ts'
import { publishedDaily, type Disclosure } from '../transparency/disclosure.ts'
import { inBrandLanguage } from '../language/manifest.ts'
import { appPolicy, WORKER_POLICY } from '../http/security-headers.ts'

/** A page without the newest sentence, and the page that we sent last. */
type Page = { html: string; policy: string; sent: { sentence: string; body: Compressible } | null }
type ReadDisclosure = () => Promise<Disclosure>

const FALLBACK_FILE = '__spa-fallback.html'
const WORKER_FILE = '/service-worker.js'

/**
 * Serves the web build: files by name, prerendered pages by path, and the fallback page for every
 * other path, with 404 if the app has no such page.
 */
export async function serveWeb(
  app: FastifyInstance,
  directory: string,
  support: SupportChannels,
  readDisclosure: ReadDisclosure = async () => publishedDaily(),
): Promise<void> {
  if (!existsSync(directory)) return
  const { files, pages, fallback } = await readBuild(directory, support)
  const branded = await readBranded(directory, files, inBrandLanguage)
  await app.register(fastifyStatic, {
    root: directory,
    serve: false,
    cacheControl: false,
    acceptRanges: false,
    // The build also wrote compressed versions. The browser's headers decide which we send.
    preCompressed: true,
  })

  app.get('/*', async (request, reply) => {
    const asked = request.url.split('?')[0] ?? '/'
    if (isApiPath(asked)) return answerNotFound(request, reply)
    const path = branded.pathOf(asked)
    if (files.has(path)) {
      if (path === WORKER_FILE) reply.header('Content-Security-Policy', WORKER_POLICY)
      if (branded.send(request, reply, asked)) return reply
      return reply.header('Cache-Control', cacheRule(path)).sendFile(path.slice(1))
    }
    const bare = path.length > 1 ? path.replace(/\/$/, '') : path
    const page = pages.get(bare) ?? fallback
    return sendPage(request, reply, page, await readDisclosure(), isPage(path) ? 200 : 404)
  })

  app.decorate('notFoundPage', (request: FastifyRequest, reply: FastifyReply) =>
    isApiPath(request.url) ? null : sendPage(request, reply, fallback, publishedDaily(), 404),
  )
}

const isApiPath = (url: string): boolean => /^\/(?:api|dev|metrics)(?:[/?]|$)/i.test(url)

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  disclosure: Disclosure,
  status: number,
): FastifyReply {
  const body = chooseEncoding(request, reply, bodyOf(page, disclosure))
  return reply
    .code(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Cache-Control', 'no-cache')
    .header('Content-Security-Policy', page.policy)
    .send(body)
}

/** The page with today's sentence. We compress it again when the sentence changes. */
function bodyOf(page: Page, disclosure: Disclosure): Compressible {
  if (page.sent?.sentence === disclosure.en) return page.sent.body
  let { html } = page
  for (const language of languages) {
    const sentence = escapeHtml(disclosure[language])
    html = html.replaceAll(exampleDisclosure(language), () => sentence)
  }
  page.sent = { sentence: disclosure.en, body: compressible(html) }
  return page.sent.body
}

async function readBuild(directory: string, support: SupportChannels) {
  const files = new Set<string>()
  const pages = new Map<string, Page>()
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(directory.length).split(sep).join('/')
    if (/\.(?:br|gz)$/.test(path)) continue
    if (!path.endsWith('.html')) files.add(path)
    else pages.set(path, await readPage(full, support))
  }
  const fallback = pages.get(`/${FALLBACK_FILE}`) ?? pages.get('/index.html')
  if (!fallback) throw new Error(`the web build in ${directory} has no page: rebuild it`)
  const byPath = new Map<string, Page>()
  for (const [path, page] of pages) byPath.set(path.replace(/\/?index\.html$/, '') || '/', page)
  return { files, pages: byPath, fallback }
}

/** A built page with this installation's support links filled in. */
async function readPage(file: string, support: SupportChannels): Promise<Page> {
  const html = brandPage(await readFile(file, 'utf8'), support)
  return { html, policy: appPolicy(html), sent: null }
}

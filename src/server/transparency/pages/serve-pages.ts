import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { languages, type Language } from '../../../contract/fields/languages.ts'
import { defaultLanguage } from '../../brand/brand.ts'
import { chooseEncoding, compressible, type Compressible } from '../../brand/compressed-page.ts'
import { countVisitor, type RateLimiter } from '../../http/rate-limit.ts'
import { pagePolicy } from '../../http/security-headers.ts'
import { withOneServer } from '../../reads/open-reads.ts'
import { findFont } from './find-font.ts'
import { framePage, PATHS } from './page-frame.ts'
import { renderBoards, renderDay, renderIncome, renderStatus, type Page } from './render-pages.ts'
import { renderCheck } from './render-check.ts'
import { renderSolvency } from './render-solvency.ts'

const Query = z.object({ lang: z.enum(languages).catch(() => defaultLanguage()) })
const Params = z.object({ day: z.string() })

type Render = (context: Context, language: Language, request: FastifyRequest) => Promise<Page>

type Sent = { readonly html: string; readonly policy: string; readonly body: Compressible }

/** Compresses a page once until it changes. It keeps one version for each name. */
function keepSent() {
  const kept = new Map<string, Sent>()
  return (name: string, html: string): Sent => {
    const last = kept.get(name)
    if (last?.html === html) return last
    const sent = { html, policy: pagePolicy(html), body: compressible(html) }
    kept.set(name, sent)
    return sent
  }
}

/** Serves the public pages about how members and the service fare. They have no script. */
export async function addPublicPages(
  app: FastifyInstance,
  context: Context,
  limiter: RateLimiter,
  webDirectory: string,
  verifiers: ReadonlyMap<string, string>,
): Promise<void> {
  const font = await findFont(webDirectory)
  const preHandler = countVisitor(limiter)
  const sentOf = keepSent()
  const serve = (path: string, render: Render): void => {
    app.get(path, { preHandler }, async (request, reply): Promise<FastifyReply> => {
      const { lang: language } = Query.parse(request.query)
      const own = await withOneServer(context)
      const { title, html, status = 200 } = await render(own, language, request)
      const bare = request.url.split('?')[0]?.replace(/(?<=.)\/$/, '') ?? path
      const page = framePage({ language, path: bare, title, font, html })
      const { policy, body } = sentOf(`${path} ${language}`, page)
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .header('Content-Security-Policy', policy)
        .send(chooseEncoding(request, reply, body))
    })
  }
  serve(PATHS.income, renderIncome)
  serve(PATHS.boards, renderBoards)
  serve(PATHS.solvency, renderSolvency)
  serve(PATHS.check, (own, language) => renderCheck(own, verifiers, language))
  serve('/transparency/:day', (own, language, request) => {
    const { day } = Params.parse(request.params)
    return renderDay(own, day, language)
  })
  serve(PATHS.status, renderStatus)
}

import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { call } from '../../contract/endpoint.ts'
import type { Context } from '../context.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { rebrand } from '../brand/brand.ts'
import { cutDocument, type Document } from '../reference/document.ts'
import { renderPage } from '../reference/render-page.ts'
import { findOperator } from '../staff/operator-session.ts'

// The API reference: the contract as an OpenAPI document, written by `npm run openapi` and checked
// by a test, and as a page. The public sees at most the members' calls. The operators' calls need a
// console session.

const OPERATOR_DOCUMENT = '/api/operator/openapi.json'
const OPERATOR_PAGE = '/api/operator/docs'
const isOperators = (path: string): boolean => path.startsWith('/api/operator/')

// Bytes, which all answers share. Each answer would get a copy of a text.
type Page = { html: Buffer; policy: string }
type Reference = { text: () => Buffer; page: () => Page }

/** The document of the brand. It is large, so each process reads it on the first request. */
function readDocument(): Document {
  const path = new URL('../../../docs/openapi.json', import.meta.url)
  return JSON.parse(rebrand(readFileSync(path, 'utf8'))) as Document // we build it
}

/** Part of the document, as JSON and as a page. Each is made on the first request for it. */
function referenceTo(keep: (path: string) => boolean, source: string): Reference {
  let text: Buffer | undefined
  let page: Page | undefined
  return {
    text: () => (text ??= Buffer.from(JSON.stringify(cutDocument(readDocument(), keep)))),
    page: () => {
      if (page) return page
      const html = renderPage(cutDocument(readDocument(), keep), source)
      page = { html: Buffer.from(html), policy: pagePolicy(html) }
      return page
    },
  }
}

const sendText = (reply: FastifyReply, { text }: Reference) =>
  reply.type('application/json; charset=utf-8').send(text())

function sendPage(reply: FastifyReply, reference: Reference) {
  const { html, policy } = reference.page()
  return reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(html)
}

/**
 * Serves the members' document at /api/openapi.json and their page at /api/docs if API_DOCS is on.
 * Serves the operators' ones to signed-in operators.
 */
export function addApiDocs(app: FastifyInstance, context: Context): void {
  const forStaff = referenceTo(isOperators, OPERATOR_DOCUMENT)
  const endpoint = call('GET /api/operator/openapi.json', 'support')
  app.get(OPERATOR_DOCUMENT, async (request, reply) => {
    await findOperator(context, endpoint, request)
    return sendText(reply, forStaff)
  })
  app.get(OPERATOR_PAGE, async (request, reply) => {
    await findOperator(context, endpoint, request)
    return sendPage(reply, forStaff)
  })
  if (!context.config.apiDocs) return
  const open = referenceTo((path) => !isOperators(path), '/api/openapi.json')
  app.get('/api/openapi.json', (_request, reply) => sendText(reply, open))
  app.get('/api/docs', (_request, reply) => sendPage(reply, open))
}

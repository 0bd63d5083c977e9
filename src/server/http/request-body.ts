import type { FastifyInstance, FastifyRequest } from 'fastify'
import { api } from '../../contract/routes.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { REPORT_PATH } from './security-headers.ts'
import { hasUnsafeText, parseStrictJson } from './strict-json.ts'

// The body that an email client's unsubscribe button posts (RFC 8058). The path has everything.
const formType = /^application\/x-www-form-urlencoded$/i

// The content types of browsers' policy reports.
const reportType = /^application\/(?:csp-report|reports\+json)(?:[ \t]*;.*)?$/i

const jsonType = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i

/**
 * Accepts only JSON in UTF-8 and refuses other bodies with 415, whatever else the framework could
 * read. Paths and queries may contain only the characters that bodies may.
 */
export function acceptStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  )
  app.addContentTypeParser(
    reportType,
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  )
  app.addContentTypeParser(formType, { parseAs: 'buffer' }, async () => ({}))
  app.addHook('preParsing', async (request) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    const empty = coding === undefined && (length === undefined || Number(length) === 0)
    if (empty || request.method === 'GET' || request.method === 'HEAD') return
    const { 'content-type': type, 'content-encoding': encoding } = request.headers
    if (reportType.test(type ?? '') && request.routeOptions.url === REPORT_PATH) return
    if (formType.test(type ?? '') && request.routeOptions.url === api.unsubscribe.path) return
    const isPlain = !encoding && (coding ?? 'chunked').toLowerCase() === 'chunked'
    if (!type || !jsonType.test(type) || !isPlain) throw reject('unsupported_media_type')
  })
  app.addHook('preValidation', async (request) => {
    if (hasUnsafeText(request.params) || hasUnsafeText(request.query)) throw reject('malformed_url')
  })
}

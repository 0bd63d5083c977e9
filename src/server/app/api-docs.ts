import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { call, type Endpoint } from '../../contract/endpoint.ts'
import { edgeRefusals } from '../../contract/refusals/refusals.ts'
import { api, type CallName } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import { escapeHtml } from '../email/template.ts'
import { findOperator } from '../staff/operator-session.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { keysOf } from '../../domain/records.ts'

// The API reference: the contract as an OpenAPI document, written by `npm run openapi` and checked
// by a test, and as one plain page without scripts. The public sees at most the members' calls. The
// operators' calls need a console session.

type Paths = Record<string, Record<string, { operationId: string }>>
type Components = Record<string, Record<string, unknown>>
type Document = { paths: Paths; components: Components }

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881 }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { overflow: auto; padding: .75rem; background: var(--soft); border-radius: .5rem }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .4rem 0 }
summary { cursor: pointer; padding: .5rem .75rem }
details > div { padding: 0 .75rem .75rem }
summary b { display: inline-block; min-width: 4.5rem }
small { opacity: .75 }
td, th { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line) }`

const OPERATOR_PATH = '/api/operator/openapi.json'
const isOperators = (path: string): boolean => path.startsWith('/api/operator/')

/** The part of the document for some of its paths: those paths and everything they refer to. */
function cutDocument({ paths, components, ...rest }: Document, keep: (path: string) => boolean) {
  const kept = Object.fromEntries(Object.entries(paths).filter(([path]) => keep(path)))
  const named = new Map<string, unknown>()
  const waiting: unknown[] = [kept]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const [, group = '', name = ''] of JSON.stringify(each).matchAll(reference)) {
      const [key, found] = [`${group}/${name}`, components[group]?.[name]]
      if (found === undefined || named.has(key)) continue
      named.set(key, found)
      waiting.push(found)
    }
  }
  const groups = Object.entries(components).map(([group, all]) => {
    const left = Object.entries(all).filter(
      ([name]) => group === 'securitySchemes' || named.has(`${group}/${name}`),
    )
    return [group, Object.fromEntries(left)] as const
  })
  return { ...rest, paths: kept, components: Object.fromEntries(groups) }
}

const reference = /"#\/components\/(\w+)\/([^"]+)"/g

/**
 * Serves the members' document at /api/openapi.json and the page at /api/docs if API_DOCS is on.
 * Serves the operators' document to signed-in operators.
 */
export function addApiDocs(app: FastifyInstance, context: Context): void {
  const path = new URL('../../../docs/openapi.json', import.meta.url)
  const document = JSON.parse(readFileSync(path, 'utf8')) as Document // we build it
  const forStaff = JSON.stringify(cutDocument(document, isOperators))
  const endpoint = call('GET /api/operator/openapi.json', 'support')
  app.get(OPERATOR_PATH, async (request, reply) => {
    await findOperator(context, endpoint, request)
    return reply.type('application/json; charset=utf-8').send(forStaff)
  })
  if (!context.config.apiDocs) return
  const open = cutDocument(document, (each) => !isOperators(each))
  const text = JSON.stringify(open)
  app.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
  const html = renderDocs(open)
  const policy = pagePolicy(html)
  app.get('/api/docs', (_request, reply) =>
    reply.header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(html),
  )
}

function renderDocs({ paths, components }: Document): string {
  const operations = new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  )
  const shown = keysOf(api).filter((name) => operations.has(name))
  const groups = Map.groupBy(shown, (name) => api[name].path.split('/')[2])
  const sections = groups
    .entries()
    .map(
      ([tag, names]) =>
        `<h2>${tag}</h2>${names.map((name) => renderCall(name, operations.get(name))).join('')}`,
    )
    .toArray()
  const shapes = Object.entries(components['schemas'] ?? {}).map(([name, shape]) =>
    renderDetails(`<code>${name}</code>`, renderJson(shape), `shape-${name}`),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Twofold API</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Twofold API</h1>
<p>Every path answers with and without its trailing slash. Amounts are decimal strings, times are
ISO 8601 in UTC, errors are <code>application/problem+json</code>. Calls marked <em>key</em> honour
<code>Idempotency-Key</code>. The same as a document:
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${sections.join('')}
<h2>Shapes</h2>${shapes.join('')}
<h2>Refusals of the edge</h2><table><tr><th>code</th><th>status</th><th>text</th></tr>
${Object.entries(edgeRefusals)
  .map(([code, { status, text }]) => renderRow([code, String(status), text]))
  .join('')}</table></body></html>`
}

const renderRow = (cells: string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`

const renderJson = (value: unknown): string =>
  `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`

const renderDetails = (summary: string, content: string, id: string): string =>
  `<details id="${id}"><summary>${summary}</summary><div>${content}</div></details>`

function renderCall(name: CallName, operation: unknown): string {
  const { method, path, access, money, limit }: Endpoint = api[name]
  const marks = [access, ...(money ? ['key'] : []), ...(limit ? [`limit: ${limit}`] : [])]
  const summary = `<b>${method}</b> <code>${escapeHtml(path)}</code>
    <small>${marks.join(' · ')}</small>`
  return renderDetails(summary, renderJson(operation), name)
}

import { callErrors, errorsOf, statusIn } from '../../contract/call-errors.ts'
import { errorGuide } from '../../contract/refusals/error-guide.ts'
import { statusOf, type AnyCode } from '../../contract/refusals/refusals.ts'
import { api, type CallName } from '../../contract/routes.ts'
import { hasKey } from '../../domain/records.ts'
import { escapeHtml } from '../../contract/texts/escape-html.ts'
import { operationsOf, type Document, type Operation } from './document.ts'
import { ownBrand } from '../brand/brand.ts'
import { builtPalette } from '../brand/palette.ts'
import { PAGE_STYLE } from './page-style.ts'

import { renderBody, renderFields, renderParameters } from './render-fields.ts'
import { renderInline, renderText } from './render-text.ts'

/** Links in the brand's own color, if it has one. */
function ownLinks(): string {
  const { light, dark } = ownBrand().palette
  if (light === builtPalette.light && dark === builtPalette.dark) return ''
  return `:root{--link:light-dark(${light.accent},${dark.accent})}`
}

// The API reference as one page without scripts: everything is in the HTML, so it works with our
// strictest policy, can be searched, and can be printed.

type Call = { method: string; path: string; operation: Operation }

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '-')

/** The document as a page. `source` is where the document itself is served. */
export function renderPage(document: Document, source: string): string {
  const { info, tags, paths, webhooks, components } = document
  const sent = operationsOf(webhooks)
  const byTag = Map.groupBy([...operationsOf(paths), ...sent], (each) => each.operation.tags[0])
  const sections = tags.map(({ name, description }) => {
    const calls = byTag.get(name) ?? []
    return `<section><h2 id="${slug(name)}">${escapeHtml(name)}</h2>
<p>${renderInline(description)}</p>
${calls.map((each) => renderCall(document, each)).join('')}</section>`
  })
  const entries = tags.map(({ name }) => renderNavEntry(name, byTag.get(name) ?? []))
  const shapes = Object.entries(components.schemas).map(
    ([name, shape]) => `<article><h3 id="shape-${name}">${name}</h3>
<p>${renderInline(shape.description ?? '')}</p>${renderFields(shape, ', optional')}</article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${escapeHtml(info.title)} API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${PAGE_STYLE}${ownLinks()}</style>
</head><body><nav aria-label="Contents"><a class="skip" href="#reference">Skip to the reference</a>
<ul><li><a href="#reference">Introduction</a></li>${entries.join('')}
<li><a href="#shapes">Shapes</a></li><li><a href="#errors">Errors of any call</a></li></ul></nav>
<main id="reference" tabindex="-1"><h1>${escapeHtml(info.title)} API</h1>
<p><a href="${source}">OpenAPI 3.1 document</a></p>${renderText(info.description)}
${sections.join('')}<section><h2 id="shapes">Shapes</h2>${shapes.join('')}</section>
${renderCommonErrors(paths)}</main></body></html>`
}

const renderNavEntry = (tag: string, calls: readonly Call[]): string =>
  `<li><a href="#${slug(tag)}">${escapeHtml(tag)}</a><ul>${calls
    .map(({ operation: { operationId, summary } }) => {
      return `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`
    })
    .join('')}</ul></li>`

function renderCall({ components }: Document, { method, path, operation }: Call): string {
  const { operationId, summary, description, requestBody, responses } = operation
  const parameters = (operation.parameters ?? [])
    .map((each) => components.parameters[each.$ref?.split('/').at(-1) ?? ''] ?? each)
    .toSorted((one, other) => Number(one.in === 'header') - Number(other.in === 'header'))
  const body = requestBody?.content['application/json']
  const [[status, success] = ['200', {}]] = Object.entries(responses)
  const answers = Object.entries(success.content ?? {})
  return `<article><h3 id="${operationId}">${escapeHtml(summary)}</h3>
<p class="call"><b>${method}</b><code>${escapeHtml(path)}</code></p>
<p>${renderInline(description)}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${renderParameters(parameters)}` : ''}
${body ? `<h4>Request</h4>${renderBody(body.schema, ', optional')}` : ''}
${renderExample('request', body?.example)}
<h4>Answer ${status}</h4>
${answers
  .map(([type, { schema, example }]) => {
    if (type !== 'application/json')
      return `<p><code>${type}</code>: ${renderInline(schema.description ?? '')}</p>`
    return renderBody(schema, ', if it applies') + renderExample('answer', example)
  })
  .join('')}${renderErrors(operationId)}</article>`
}

const renderExample = (what: string, example: unknown): string =>
  example === undefined
    ? ''
    : `<details><summary>Example of the ${what}</summary><pre tabindex="0">${escapeHtml(
        JSON.stringify(example, null, 2),
      )}</pre></details>`

const renderError = (code: AnyCode, status: number): string =>
  `<dt><code>${code}</code> <span>${status}</span></dt>
<dd><p>${renderInline(errorGuide[code])}</p></dd>`

/** The errors particular to a call. The common ones are listed once. */
function renderErrors(name: string): string {
  if (!hasKey(api, name)) return ''
  const own = callErrors(name).map((code) => renderError(code, statusIn(name, code)))
  const common = 'and the <a href="#errors">errors of any call</a>'
  return own.length === 0
    ? `<h4>Errors</h4><p>Only the <a href="#errors">errors of any call</a>.</p>`
    : `<h4>Errors</h4><dl>${own.join('')}</dl><p class="muted">… ${common}.</p>`
}

function renderCommonErrors(paths: Document['paths']): string {
  const names = operationsOf(paths).map(({ operation }) => operation.operationId)
  const calls = names.filter((name): name is CallName => hasKey(api, name))
  const common = new Set(
    calls.flatMap((name) => errorsOf(name).filter((code) => !callErrors(name).includes(code))),
  )
  const rows = [...common]
    .toSorted((one, other) => statusOf(one) - statusOf(other))
    .map((code) => renderError(code, statusOf(code)))
  return `<section><h2 id="errors">Errors of any call</h2>
<p>They follow from how a call is made, who makes it, and how often.</p>
<dl>${rows.join('')}</dl></section>`
}

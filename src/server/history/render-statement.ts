import type { FastifyReply } from 'fastify'
import { directionOf, type Language } from '../../contract/fields/languages.ts'
import { Statement } from '../../contract/subjects/history.ts'
import { csvLines } from '../http/files/csv.ts'
import { mapInSlices } from '../http/files/in-slices.ts'
import { writerOf, type Writer } from '../language/writer.ts'
import { brandName, brandSlug, inlineMark, ownBrand } from '../brand/brand.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { escapeHtml } from '../../contract/texts/escape-html.ts'
import type { StatementAnswer } from './statement.ts'

// A statement may have 10,000 lines. Rendering them at once would hold up every other request.

const COLUMNS = ['date', 'journal', 'description', 'amount', 'balance'] as const
type CsvLine = Record<(typeof COLUMNS)[number], string>

const sumLine = (date: string, description: string, balance: string): CsvLine => ({
  date,
  journal: '',
  description,
  amount: '',
  balance,
})

/**
 * The statement as CSV, with the opening balance as the first line and the closing one as the last.
 */
async function renderStatementCsv(
  { from, to, opening_balance: opening, closing_balance: closing, entries }: StatementAnswer,
  { say, line }: Writer,
): Promise<string> {
  const head = COLUMNS.map((column) => say(`column_${column}`).toLowerCase())
  const write = (one: CsvLine): string => csvLines(COLUMNS, [one])
  const lines = await mapInSlices(entries, (entry) => {
    const { at, journal, amount, balance } = entry
    return write({ date: at, journal, description: line(entry), amount, balance })
  })
  return [
    `${head.join(',')}\r\n`,
    write(sumLine(from, say('statement_opening'), opening)),
    ...lines,
    write(sumLine(to, say('statement_closing'), closing)),
  ].join('')
}

const STYLE = `
@page { size: A4; margin: 18mm 15mm }
body { font: 13px/1.45 system-ui, sans-serif; color: #16201d; max-width: 48rem; margin: 2rem auto }
svg { flex: none }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 600 }
h1 { font-size: 1.3rem; margin: 0 }
table { width: 100%; border-collapse: collapse; margin-top: 1.5rem }
thead { display: table-header-group }
tr { break-inside: avoid }
th, td { text-align: start; padding: .3rem .5rem; border-bottom: 1px solid #d5dbd9 }
.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
.sum td { font-weight: 600 }
@media print { body { margin: 0; max-width: none } }`

function row(cells: readonly string[], sum = false): string {
  const filled = cells.map((cell, i) => {
    const amount = i >= 2 ? ' class="n"' : ''
    return `<td${amount}>${escapeHtml(cell)}</td>`
  })
  return `<tr${sum ? ' class="sum"' : ''}>${filled.join('')}</tr>`
}

/**
 * The statement as a printable page, without scripts or external resources, and the policy of that
 * page.
 */
async function renderStatementHtml(
  statement: StatementAnswer,
  writer: Writer,
): Promise<{ html: string; policy: string }> {
  const { say, time, line, language } = writer
  const { username, from, to, entries } = statement
  const title = say('statement')
  const period = say('statement_period', { from: time(from), to: time(to) })
  const rows = await mapInSlices(entries, (entry) =>
    row([time(entry.at), line(entry), entry.amount, entry.balance]),
  )
  const { entity, palette } = ownBrand()
  const foot = entity ? `<p>${escapeHtml(entity)}</p>` : ''
  const style = `${STYLE}.brand{--accent:${palette.light.accent}}`
  const head = `<!doctype html><html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8">
<title>${title}</title><meta name="viewport" content="width=device-width">
<style>${style}</style></head><body>
<p class="brand">${inlineMark('width:1.5rem')}${brandName()}</p>
<h1>${title}: ${escapeHtml(username)}</h1>
<p>${period}</p>
<table><thead><tr><th>${say('column_date')}</th><th>${say('column_description')}</th>
<th class="n">${say('column_amount')}</th><th class="n">${say('column_balance')}</th></tr></thead>
<tbody>
${row([time(from), say('statement_opening'), '', statement.opening_balance], true)}
`
  // No script or style is in what follows.
  const html = `${head}${rows.join('\n')}
${row([time(to), say('statement_closing'), '', statement.closing_balance], true)}
</tbody></table>${foot}</body></html>
`
  return { html, policy: pagePolicy(head) }
}

/** The statement as the contract describes it. */
async function renderStatementJson(statement: StatementAnswer): Promise<string> {
  const { entries } = Statement.shape
  const frame = JSON.stringify(Statement.parse({ ...statement, entries: [] }))
  const lines = await mapInSlices(statement.entries, (entry) =>
    JSON.stringify(entries.element.parse(entry)),
  )
  return frame.replace('"entries":[]', () => `"entries":[${lines.join(',')}]`)
}

/** Sends the statement as an answer, or as a file or a page under a file name that we choose. */
export async function sendStatement(
  reply: FastifyReply,
  statement: StatementAnswer,
  { format, language }: { format: 'json' | 'csv' | 'html'; language: Language },
): Promise<FastifyReply> {
  if (format === 'json') {
    const json = await renderStatementJson(statement)
    return reply.type('application/json; charset=utf-8').send(json)
  }
  const writer = writerOf(language)
  if (format === 'csv') {
    const csv = await renderStatementCsv(statement, writer)
    const name = `${brandSlug()}-statement-${statement.from.slice(0, 10)}.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(csv)
  }
  const { html, policy } = await renderStatementHtml(statement, writer)
  return reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policy).send(html)
}

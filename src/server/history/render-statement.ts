import type { FastifyReply } from 'fastify'
import { directionOf, type Language } from '../../contract/fields/languages.ts'
import { csvLines } from '../http/files/csv.ts'
import { writerOf, type Writer } from '../language/writer.ts'
import { brandName, brandSlug, inlineMark, ownBrand } from '../brand/brand.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { escapeHtml } from '../email/template.ts'
import type { StatementAnswer } from './statement.ts'

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
function renderStatementCsv(statement: StatementAnswer, { say, line }: Writer): string {
  const head = COLUMNS.map((column) => say(`column_${column}`).toLowerCase())
  const lines = [
    sumLine(statement.from, say('statement_opening'), statement.opening_balance),
    ...statement.entries.map((entry): CsvLine => {
      const { at, journal, amount, balance } = entry
      return { date: at, journal, description: line(entry), amount, balance }
    }),
    sumLine(statement.to, say('statement_closing'), statement.closing_balance),
  ]
  return `${head.join(',')}\r\n${csvLines(COLUMNS, lines)}`
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

/** The statement as a printable page, without scripts or external resources. */
function renderStatementHtml(statement: StatementAnswer, writer: Writer): string {
  const { say, time, line, language } = writer
  const { username, from, to, entries } = statement
  const title = say('statement')
  const period = say('statement_period', { from: time(from), to: time(to) })
  const rows = entries.map((entry) =>
    row([time(entry.at), line(entry), entry.amount, entry.balance]),
  )
  const { entity, palette } = ownBrand()
  const foot = entity ? `<p>${escapeHtml(entity)}</p>` : ''
  const style = `${STYLE}.brand{--accent:${palette.light.accent}}`
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}">
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
${rows.join('\n')}
${row([time(to), say('statement_closing'), '', statement.closing_balance], true)}
</tbody></table>${foot}</body></html>
`
}

/** Sends the statement as a file or as a page, under a file name that we choose. */
export function sendStatement(
  reply: FastifyReply,
  statement: StatementAnswer,
  { format, language }: { format: 'csv' | 'html'; language: Language },
): FastifyReply {
  const writer = writerOf(language)
  const name = `${brandSlug()}-statement-${statement.from.slice(0, 10)}.${format}`
  if (format === 'csv') {
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(renderStatementCsv(statement, writer))
  }
  const html = renderStatementHtml(statement, writer)
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy(html))
    .send(html)
}

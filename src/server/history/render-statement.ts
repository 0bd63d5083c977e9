import type { FastifyReply } from 'fastify'
import { toCsv } from '../http/csv.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { escapeHtml } from '../email/template.ts'
import type { StatementAnswer } from './statement.ts'

const line = (date: string, description: string, balance: string) => ({
  date,
  journal: '',
  description,
  amount: '',
  balance,
})

/**
 * The statement as CSV, with the opening balance as the first line and the closing one as the last.
 */
function renderStatementCsv(statement: StatementAnswer): string {
  return toCsv([
    line(statement.from, 'Opening balance', statement.opening_balance),
    ...statement.entries.map(({ at, journal, description, amount, balance }) => ({
      date: at,
      journal,
      description,
      amount,
      balance,
    })),
    line(statement.to, 'Closing balance', statement.closing_balance),
  ])
}

const STYLE = `
@page { size: A4; margin: 18mm 15mm }
body { font: 13px/1.45 system-ui, sans-serif; color: #16201d; max-width: 48rem; margin: 2rem auto }
h1 { font-size: 1.3rem; margin: 0 }
table { width: 100%; border-collapse: collapse; margin-top: 1.5rem }
thead { display: table-header-group }
tr { break-inside: avoid }
th, td { text-align: left; padding: .3rem .5rem; border-bottom: 1px solid #d5dbd9 }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.sum td { font-weight: 600 }
@media print { body { margin: 0; max-width: none } }`

const minute = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`

function row(cells: readonly string[], sum = false): string {
  const filled = cells.map((cell, i) => {
    const amount = i >= 2 ? ' class="n"' : ''
    return `<td${amount}>${escapeHtml(cell)}</td>`
  })
  return `<tr${sum ? ' class="sum"' : ''}>${filled.join('')}</tr>`
}

/** The statement as a printable page, without scripts or external resources. */
function renderStatementHtml(statement: StatementAnswer): string {
  const { username, from, to, entries } = statement
  const rows = entries.map(({ at, description, amount, balance }) =>
    row([minute(at), description, amount, balance]),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Statement of account</title><meta name="viewport" content="width=device-width">
<style>${STYLE}</style></head><body>
<p>Twofold</p><h1>Statement of account: ${escapeHtml(username)}</h1>
<p>${minute(from)} to ${minute(to)} (UTC), amounts in US dollars</p>
<table><thead><tr><th>Date</th><th>Description</th><th class="n">Amount</th>
<th class="n">Balance</th></tr></thead><tbody>
${row([minute(from), 'Opening balance', '', statement.opening_balance], true)}
${rows.join('\n')}
${row([minute(to), 'Closing balance', '', statement.closing_balance], true)}
</tbody></table></body></html>
`
}

/** Sends the statement as a file or as a page, under a file name that we choose. */
export function sendStatement(
  reply: FastifyReply,
  statement: StatementAnswer,
  format: 'csv' | 'html',
): FastifyReply {
  const name = `twofold-statement-${statement.from.slice(0, 10)}.${format}`
  if (format === 'csv') {
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(renderStatementCsv(statement))
  }
  const html = renderStatementHtml(statement)
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', pagePolicy(html))
    .send(html)
}

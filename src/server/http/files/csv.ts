// Rows as CSV (RFC 4180). Text stays text where a spreadsheet would read it as a formula: at the
// start of a cell, and after characters that end a cell where semicolons are separators, as in
// Spanish. Excel in Japanese also takes signs of full width. We skip all spaces and invisible
// characters, because some spreadsheets trim them.

const END = '\r\n'
const FORMULA = /^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[\p{Z}\p{Cf}\v\f"]*[=+\-@＝＋－＠])/gu

/** The header line. A list without rows has none. */
export const csvHead = (heads: readonly string[]): string => `${heads.join(',')}${END}`

/** The rows' cells in the order of the columns. */
export function csvLines(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const cells = new Map<string, unknown>(Object.entries(row))
    return `${columns.map((column) => cell(cells.get(column))).join(',')}${END}`
  })
  return lines.join('')
}

/** The header and all rows. */
export const toCsv = (rows: readonly object[]): string =>
  csvHead(Object.keys(rows[0] ?? {})) + csvLines(Object.keys(rows[0] ?? {}), rows)

function cell(value: unknown): string {
  const plain = typeof value === 'string' || typeof value === 'number' || value === null
  const text = plain || value === undefined ? String(value ?? '') : JSON.stringify(value)
  const isAmount = /^-?\d+(\.\d+)?$/.test(text)
  const safe = isAmount ? text : text.replace(FORMULA, "'")
  return /[",\r\n;]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

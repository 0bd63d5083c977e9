// Rows as CSV (RFC 4180). We keep a cell as text if a spreadsheet would read it as a formula.

const END = '\r\n'

/** The header line, from the first row. A list without rows has none. */
export const csvHead = (rows: readonly object[]): string =>
  `${Object.keys(rows[0] ?? {}).join(',')}${END}`

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
  csvHead(rows) + csvLines(Object.keys(rows[0] ?? {}), rows)

function cell(value: unknown): string {
  const plain = typeof value === 'string' || typeof value === 'number' || value === null
  const text = plain || value === undefined ? String(value ?? '') : JSON.stringify(value)
  const isAmount = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isAmount && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

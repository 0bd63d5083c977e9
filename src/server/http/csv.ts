/** Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is kept as text. */
export function toCsv(rows: readonly object[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => {
    const cells = new Map<string, unknown>(Object.entries(row))
    return columns.map((column) => cell(cells.get(column))).join(',')
  })
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}

function cell(value: unknown): string {
  const plain = typeof value === 'string' || typeof value === 'number' || value === null
  const text = plain || value === undefined ? String(value ?? '') : JSON.stringify(value)
  const isAmount = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isAmount && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n;]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

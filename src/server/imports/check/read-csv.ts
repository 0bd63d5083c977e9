/** Reads a file of members into cells by column. Other files check the cells' contents. */
import { CsvError, parse } from 'csv-parse/sync'
import {
  importColumns,
  MAX_IMPORT_ROWS,
  type ImportColumn,
} from '../../../contract/fields/limits.ts'
import { text, type Text } from '../../../contract/texts/texts.ts'

/** `line` is the row's number in the file, as editors and spreadsheets count. */
export type CsvRow = {
  readonly line: number
  readonly cells: Readonly<Partial<Record<ImportColumn, string>>>
  /** The number of cells in the row, if it differs from the header's. */
  readonly wrongCount: number | null
}

export type CsvFile = { readonly rows: readonly CsvRow[] } | { readonly fault: Text }

const NAMES: Readonly<Record<ImportColumn, readonly string[]>> = {
  username: ['username', 'user', 'usuario', 'nombre de usuario'],
  email: ['email', 'email address', 'correo', 'correo electronico'],
  sponsor: ['sponsor', 'patrocinador'],
  plans: ['plans', 'plan', 'planes'],
  side: ['side', 'leg', 'lado', 'pierna'],
  language: ['language', 'idioma'],
}
const REQUIRED: readonly ImportColumn[] = ['username', 'email']

/** A row longer than this isn't a member's. */
const MAX_ROW_BYTES = 4_096

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replace('e mail', 'email')
    .trim()

const columnOf = (name: string): ImportColumn | undefined =>
  importColumns.find((column) => NAMES[column].includes(plainName(name)))

/** The file as UTF-8 text. Any other encoding would silently corrupt names. */
function decodeFile(bytes: Uint8Array): string | undefined {
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}

/** The separator of cells: the most frequent candidate in the first line. */
function delimiterOf(csv: string): string {
  const [header = ''] = csv.split('\n', 1)
  const count = (mark: string): number => header.split(mark).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

type Parsed = { readonly info: { readonly lines: number }; readonly record: readonly string[] }

function parseRecords(csv: string): readonly Parsed[] | { readonly fault: Text } {
  try {
    return parse(csv, {
      delimiter: delimiterOf(csv),
      info: true,
      max_record_size: MAX_ROW_BYTES,
      relax_column_count: true,
      skip_empty_lines: true,
      // Reading one row too many shows whether the file is too long.
      to: MAX_IMPORT_ROWS + 2,
      trim: true,
    }) as unknown as readonly Parsed[] // as `info` makes them
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const row = typeof error['lines'] === 'number' ? error['lines'] : 1
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE'
    return { fault: isLong ? text('import_row_long', { row }) : text('import_quotes', { row }) }
  }
}

type Header = { readonly columns: readonly ImportColumn[] } | { readonly fault: Text }

function readHeader(names: readonly string[]): Header {
  const columns: ImportColumn[] = []
  for (const name of names) {
    const column = columnOf(name)
    if (!column) return { fault: text('import_column_unknown', { column: name.slice(0, 40) }) }
    if (columns.includes(column)) return { fault: text('import_column_twice', { column }) }
    columns.push(column)
  }
  const missing = REQUIRED.find((column) => !columns.includes(column))
  return missing ? { fault: text('import_column_missing', { column: missing }) } : { columns }
}

/** The rows of a CSV file, or why we can't read the file as a whole. */
export function readCsv(bytes: Uint8Array): CsvFile {
  const csv = decodeFile(bytes)
  if (csv === undefined) return { fault: text('import_encoding') }
  const parsed = parseRecords(csv)
  if ('fault' in parsed) return parsed
  const [first, ...records] = parsed
  if (!first || records.length === 0) return { fault: text('import_empty') }
  if (records.length > MAX_IMPORT_ROWS) {
    return { fault: text('import_too_many', { max: MAX_IMPORT_ROWS }) }
  }
  const header = readHeader(first.record)
  if ('fault' in header) return header
  const { columns } = header
  const rows = records.map(({ info, record }): CsvRow => {
    const cells: Partial<Record<ImportColumn, string>> = {}
    for (const [at, column] of columns.entries()) cells[column] = record[at] ?? ''
    const wrongCount = record.length === columns.length ? null : record.length
    return { line: info.lines, cells, wrongCount }
  })
  return { rows }
}

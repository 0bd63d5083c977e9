import { z } from 'zod'
import { at, described, flag, idOf, listOf, oneOf, str, whole } from '../fields/described.ts'
import { filledLine, line, reason, saying } from '../fields/fields.ts'
import {
  IMPORT_KEPT_DAYS,
  importColumns,
  importStates,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_PROBLEMS,
  MAX_IMPORT_ROWS,
} from '../fields/limits.ts'

// Existing members whom a company imports from a CSV file.

/** Four characters of base64 for three bytes, and at most one line feed at the end. */
const MAX_BASE64 = Math.ceil(MAX_IMPORT_BYTES / 3) * 4

export const importFile = z.object({
  name: described(filledLine(120), 'The file’s name, for colleagues.', 'members.csv'),
  content: described(
    z.base64().min(1).max(MAX_BASE64),
    'The file’s bytes in base64: CSV in UTF-8 of at most 2 MiB and 10,000 rows. Its header names ' +
      'the columns `username` and `email`, and any of `sponsor` (a username), `plans` (such as ' +
      '`BR SI`), `side` (`left` or `right`), and `language`, in English or Spanish.',
    'dXNlcm5hbWUsZW1haWwscGxhbnMKYW5uYSxhbm5hQGV4YW1wbGUub3JnLEJS',
  ),
})

const problem = saying.extend({
  row: whole('The row’s number in the file. The header is row 1.', 2),
  column: oneOf(importColumns, 'The column; null for the row as a whole.', 'email').nullable(),
  value: str('The cell’s content, truncated to 80 characters.', 'anna@example'),
})

export const MemberImportCheck = z
  .object({
    rows: whole('The number of rows in the file.', 120),
    good: whole('The number of rows that can be imported.', 119),
    bad: whole('The number of rows that can’t be imported.', 1),
    seats: whole('The number of seats that the valid rows take.', 160),
    has_paid_seats: flag(
      'Whether members have paid for seats already. Rows whose seat would take a position on a ' +
        'board that was paid for fail when they are imported.',
      false,
    ),
    fault: saying.nullable().describe('Why the file can’t be read at all; null if it can.'),
    problems: listOf(problem, 'The errors of the first 100 invalid rows, in order.'),
  })
  .meta({ id: 'MemberImportCheck', description: 'A preview of a members import.' })

const own = {
  id: idOf('The import’s id.', '3'),
  name: str('The file’s name.', 'members.csv'),
  state: oneOf(
    importStates,
    '`proposed`: waiting for another admin. `approved`: under way. `finished`: every row is done ' +
      'or failed. `discarded`: given up.',
    'approved',
  ),
  rows: whole('The number of members in the file.', 120),
  done: whole('The number of rows that are members now.', 80),
  failed: whole('The number of failed rows that wait for an admin.', 0),
  blocked: whole('The number of rows blocked because their sponsor’s row failed.', 0),
  skipped: whole('The number of skipped rows.', 0),
  invited: whole('The number of invitations sent.', 40),
  proposed_by: str('Who proposed it.', 'sam'),
  proposed_at: at('When it was proposed.'),
  decided_by: str('Who approved or discarded it; null before.', 'lee').nullable(),
  decided_at: at('When it was approved or discarded; null before.').nullable(),
  finished_at: at('When its last row was settled; null before.').nullable(),
  names_until: at(
    `When we delete the names and addresses of its rows: ${IMPORT_KEPT_DAYS} days after its end. ` +
      'Null while it is under way.',
  ).nullable(),
}

/** The cells of a row, as they are in the file. */
const cells = {
  username: str('The username in the row.', 'anna'),
  email: str('The email address in the row.', 'anna@example.org'),
  sponsor: str('The sponsor’s username; empty for the company.', 'ben'),
  plans: str('The plans, each by two letters, such as BR.', 'BR SI'),
  side: str('`left`, `right`, or empty.', 'left'),
  language: str('The member’s language.', 'en'),
}
const row = whole('The row’s number in the file.', 7)

const failedRow = saying.extend({
  row,
  ...cells,
  state: oneOf(
    ['failed', 'blocked', 'skipped'],
    '`failed`: for the reason in `detail`. `blocked`: because of its sponsor’s row. `skipped`: ' +
      'an admin gave it up.',
  ),
  sponsor_row: whole('The row of the sponsor that blocks it; null if it isn’t blocked.', 3)
    .nullable()
    .meta({ example: null }),
  skipped_by: str('Who skipped it; null if nobody did.', 'sam').nullable().meta({ example: null }),
  skip_reason: str('Why it was skipped; null if it wasn’t.', 'Left the company.')
    .nullable()
    .meta({ example: null }),
})

export const MemberImport = z
  .object(own)
  .meta({ id: 'MemberImport', description: 'An import of a company’s existing members.' })

export const MemberImportDetail = z
  .object({
    ...own,
    failures: listOf(
      failedRow,
      'The first 100 rows that aren’t members: failed ones, then blocked, then skipped ones.',
    ),
  })
  .meta({ id: 'MemberImportDetail', description: 'A members import with the rows that failed.' })

const someRows = described(
  z.array(z.int().min(2).max(1_000_000)).min(1).max(MAX_IMPORT_PROBLEMS).optional(),
  'The row numbers in the file. Defaults to all failed rows.',
  [7],
)

export const retriedRows = z.object({ rows: someRows })
export const skippedRows = z.object({
  rows: someRows,
  expected: described(
    z.int().min(1).max(MAX_IMPORT_ROWS).optional(),
    'How many rows you expect to skip. We skip none if there are more or fewer.',
    1,
  ),
  reason,
})

const cell = (max: number, description: string, example: string) =>
  described(line(max), description, example)

export const rowCorrection = z.object({
  row: described(z.int().min(2).max(1_000_000), 'The row’s number in the file.', 7),
  username: cell(64, 'The username. Empty values are as in the file.', 'anna2'),
  email: cell(320, 'The email address.', 'anna@example.org'),
  sponsor: cell(64, 'The sponsor: a member, or the same as before. Empty: the company.', 'ben'),
  plans: cell(60, 'The plans, such as `BR SI`.', 'BR SI'),
  side: cell(20, '`left`, `right`, or empty.', ''),
  language: cell(10, 'English (`en`) or Spanish (`es`).', 'en'),
})

export const ImportCorrection = z
  .object({
    id: idOf('The correction’s id.', '5'),
    import_id: idOf('The import’s id.', '3'),
    import_name: str('The file’s name.', 'members.csv'),
    row,
    ...cells,
    was: z.object(cells).describe('The row as it is now.'),
    proposed_by: str('Who proposed it.', 'sam'),
    proposed_at: at('When it was proposed.'),
  })
  .meta({ id: 'ImportCorrection', description: 'New values for an imported row that failed.' })

const placedSeat = z.object({
  plan: str('The plan: BR, SI, GO, PL, or DI.', 'BR'),
  under: str('The username of the member with the seat above.', 'ben'),
  side: oneOf(['left', 'right'], 'The leg of that seat.', 'left'),
  spillover: flag('Whether that is someone other than the sponsor.', false),
})

export const ImportPlacements = z
  .object({
    placed: whole('The number of rows that would become members.', 118),
    refused: whole('The number of rows that the rules would refuse.', 1),
    blocked: whole('The number of rows that would be blocked because their sponsor is refused.', 1),
    rows: listOf(
      z.object({
        row,
        username: cells.username,
        sponsor: cells.sponsor,
        seats: listOf(placedSeat, 'Its seats. None if the row has no plan or is refused.'),
        refusal: saying.nullable().describe('Why it would fail; null if it wouldn’t.'),
      }),
      'Every row, in the order of the import: sponsors first.',
    ),
  })
  .meta({
    id: 'ImportPlacements',
    description: 'The position of each row if the import ran now.',
  })

import { z } from 'zod'
import { at, described, flag, idOf, listOf, oneOf, str, whole } from '../fields/described.ts'
import { filledLine, saying } from '../fields/fields.ts'
import { importColumns, importStates, MAX_IMPORT_BYTES } from '../fields/limits.ts'

// Members whom a company brings along from before, as a CSV file.

/** Four characters of base64 for three bytes, and one line feed at the end at most. */
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
  value: str('What the cell says, cut to 80 characters.', 'anna@example'),
})

export const MemberImportCheck = z
  .object({
    rows: whole('How many rows the file has.', 120),
    good: whole('How many of them can be imported.', 119),
    bad: whole('How many can’t.', 1),
    seats: whole('How many seats the good rows take.', 160),
    has_paid_seats: flag(
      'Whether members have paid for seats already. Rows whose seat would take a position on a ' +
        'board that was paid for fail when they are imported.',
      false,
    ),
    fault: saying.nullable().describe('Why the file can’t be read at all; null if it can.'),
    problems: listOf(problem, 'What is wrong with the first 100 bad rows, in their order.'),
  })
  .meta({ id: 'MemberImportCheck', description: 'What a members import would do.' })

const own = {
  id: idOf('The import’s id.', '3'),
  name: str('The file’s name.', 'members.csv'),
  state: oneOf(
    importStates,
    '`proposed`: waiting for another admin. `approved`: under way. `finished`: every row is done ' +
      'or failed. `discarded`: given up.',
    'approved',
  ),
  rows: whole('How many members the file has.', 120),
  done: whole('How many are members now.', 80),
  failed: whole('How many couldn’t be imported.', 0),
  invited: whole('How many have been sent their invitation.', 40),
  proposed_by: str('Who proposed it.', 'sam'),
  proposed_at: at('When it was proposed.'),
  decided_by: str('Who approved or discarded it; null before.', 'lee').nullable(),
  decided_at: at('When it was approved or discarded; null before.').nullable(),
  finished_at: at('When its last row was settled; null before.').nullable(),
}

export const MemberImport = z
  .object(own)
  .meta({ id: 'MemberImport', description: 'Members whom a company brings along.' })

export const MemberImportDetail = z
  .object({
    ...own,
    failures: listOf(
      saying.extend({
        row: whole('The row’s number in the file.', 7),
        username: str('The username in the row.', 'anna'),
      }),
      'The first 100 rows that failed, with the reason.',
    ),
  })
  .meta({ id: 'MemberImportDetail', description: 'A members import with the rows that failed.' })

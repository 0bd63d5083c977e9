/** Shows where an import would seat its rows, by the current rules and trees. */
import type { z } from 'zod'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import type { ImportPlacements } from '../../contract/subjects/member-imports.ts'
import { answerText } from '../../contract/texts/texts.ts'
import { PLAN_LETTERS } from '../../domain/money/catalog.ts'
import type { Context } from '../context.ts'
import { readMembers, type ImportFile } from './check/check-file.ts'
import type { ImportRow } from './check/check-rows.ts'
import { findTakenNames, findConflict } from './check/taken-names.ts'
import { plansIn } from './plan-bits.ts'
import { placeInTurn } from './place/place-in-turn.ts'
import type { Holder, Placed, ToPlace } from './place/place-messages.ts'
import { depthsOf } from './propose-import.ts'
import { BLOCKED } from './read-imports.ts'
import { readNames } from './row-cells.ts'

type Answer = z.infer<typeof ImportPlacements>
type Own = Pick<Context, 'db' | 'pool' | 'config' | 'stopping'>
/** The needed fields of a row, from a file or from the database. */
type Row = Pick<ImportRow, 'line' | 'username' | 'sponsor' | 'sponsorNo' | 'plans' | 'side'> & {
  /** Why the row would fail before the rules see it. */
  readonly taken: ReturnType<typeof findConflict>
}

const numbersIn = (placed: readonly Placed[]): number[] =>
  placed.flatMap((each) =>
    'seats' in each ? each.seats.flatMap(({ under }) => ('no' in under ? under.no : [])) : [],
  )

const SAID = { paid_board: 'paid_board', other: 'invalid_value' } as const

/** @param rows in import order, sponsors first */
async function place(own: Own, rows: readonly Row[]): Promise<Answer> {
  const positions = new Map(rows.map(({ username }, at) => [username.toLowerCase(), at]))
  const toPlace = rows.map(({ sponsor, sponsorNo, plans, side, taken }): ToPlace => {
    const at = positions.get((sponsor ?? '').toLowerCase()) ?? 0
    const above = sponsorNo === null ? { at } : { no: sponsorNo }
    return { sponsor: above, plans, side, isTaken: taken !== null }
  })
  const connectionString = own.pool.options.connectionString ?? ''
  const placing = { connectionString, rows: toPlace }
  const placed = await placeInTurn(placing, own.stopping)
  const sponsors = rows.map(({ sponsorNo }) => sponsorNo)
  const names = await readNames(own.db, [...numbersIn(placed), ...sponsors])
  const nameOf = (who: Holder): string =>
    ('no' in who ? names.get(who.no) : rows[who.at]?.username) ?? ''
  const shown = rows.map((row, at) => {
    const result = placed[at]
    const above = toPlace[at]?.sponsor
    const sponsor = above ? nameOf(above) : ''
    const code = result && 'refused' in result ? result.refused : undefined
    const failure = code === null ? (row.taken ?? BLOCKED) : code && SAID[code]
    const seats = result && 'seats' in result ? result.seats : []
    return {
      row: row.line,
      username: row.username,
      sponsor,
      seats: seats.map(({ plan, under, side }) => ({
        plan: PLAN_LETTERS[plan],
        under: nameOf(under),
        side: side === 0 ? ('left' as const) : ('right' as const),
        spillover: nameOf(under) !== sponsor,
      })),
      refusal: failure ? answerText({ code: failure, params: {} }) : null,
    }
  })
  const blocked = shown.filter(({ refusal }) => refusal?.text.code === BLOCKED).length
  const refused = shown.filter(({ refusal }) => refusal !== null).length - blocked
  return { placed: rows.length - refused - blocked, refused, blocked, rows: shown }
}

/** Where an error-free file would seat its members. */
export async function placeFile(own: Own, file: ImportFile): Promise<Answer> {
  const { rows, problems, fault } = await readMembers(own, file)
  if (fault || problems.length > 0) throw reject('import_has_faults')
  const depths = depthsOf(rows)
  const depthOf = (row: ImportRow): number => depths.get(row) ?? 0
  const inOrder = rows.toSorted(
    (one, other) => depthOf(one) - depthOf(other) || one.line - other.line,
  )
  return await place(
    own,
    inOrder.map((row) => ({ ...row, taken: null })),
  )
}

/** Where an import that awaits approval would seat its members. */
export async function placeProposed(own: Own, no: number): Promise<Answer> {
  const found = await own.db
    .selectFrom('member_imports')
    .select('state')
    .where('no', '=', no)
    .executeTakeFirst()
  if (requireFound(found).state !== 'proposed') throw reject('wrong_import_state')
  const rows = await own.db
    .selectFrom('member_import_rows')
    .select(['line', 'username', 'email', 'sponsor', 'sponsor_no', 'plans', 'side'])
    .where('import_no', '=', no)
    .orderBy('depth')
    .orderBy('line')
    .execute()
  // Someone may have taken the name since we checked the file.
  const known = await findTakenNames(
    own.db,
    rows.map(({ username }) => username),
    rows.map(({ email }) => email),
  )
  return await place(
    own,
    rows.map(({ sponsor_no: sponsorNo, plans, side, ...row }) => ({
      ...row,
      taken: findConflict(known, row),
      sponsorNo,
      plans: plansIn(plans),
      side: side === 0 || side === 1 ? side : null,
    })),
  )
}

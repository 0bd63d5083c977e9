/** The single rows of an import: their preview, and admins' choices for failed ones. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { expireImports } from '../../../src/server/imports/expire-imports.ts'
import { importSome } from '../../../src/server/imports/run-imports.ts'
import { forgetExpired } from '../../../src/server/workers/forget.ts'
import { csvFile } from '../support/makers/import-makers.ts'
import { until } from '../../support/poll.ts'
import { isLong } from '../../support/scale.ts'
import { acceptedTexts, addMember, fundMember, password } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

const HEADER = 'username,email,sponsor,plans,side'
const body = (lines: readonly string[]) => ({ body: csvFile(HEADER, ...lines) })
const runAll = async (): Promise<void> => {
  while (await importSome(staff.edge.context));
}
async function propose(...lines: readonly string[]): Promise<string> {
  return (await staff.as('admin', 'POST', 'member-imports/', body(lines))).body.id
}
const approve = (id: string) => staff.as('deputy', 'POST', `member-imports/${id}/approve/` as const)
async function run(...lines: readonly string[]): Promise<string> {
  const id = await propose(...lines)
  await approve(id)
  await runAll()
  return id
}
const read = async (id: string) =>
  (await staff.as('admin', 'GET', `member-imports/${id}/` as const)).body
const retry = (id: string, rows?: number[]) =>
  staff.as('admin', 'POST', `member-imports/${id}/retry/` as const, { body: { rows } })
const skip = (id: string, rows?: number[], expected?: number) =>
  staff.as('admin', 'POST', `member-imports/${id}/skip/` as const, {
    body: { rows, expected, reason: 'Left the company' },
  })
const cells = { sponsor: '', plans: 'BR', side: '', language: 'en' }
const correct = (who: string, id: string, row: number, values: Record<string, string>) =>
  staff.as(who, 'POST', `member-imports/${id}/corrections/` as const, {
    body: { row, ...cells, ...values },
  })

type Row = { username: string; seats: { under: string; side: string; spillover: boolean }[] }
const seatsOf = (rows: readonly Row[]) =>
  rows.map(({ username, seats }) => [
    username,
    ...seats.map(
      ({ under, side, spillover }) => `${under} ${side}${spillover ? ' spillover' : ''}`,
    ),
  ])

const LINES = [
  'pa4,pa4@e.org,pa1,BR,left',
  'pa1,pa1@e.org,,BR SI,',
  'pa2,pa2@e.org,pa1,BR,left',
  'pa3,pa3@e.org,pa1,BR,left',
  'pa5,pa5@e.org,pa3,,',
]

test('previews each row’s seat without writing, and the import places it there', async () => {
  const { edge } = staff
  const before = await edge.db.selectFrom('commands').select('seq').execute()
  const { body: file } = await staff.as('admin', 'POST', 'member-imports/placements/', body(LINES))
  expect(file).toMatchObject({ placed: 5, refused: 0, blocked: 0 })
  expect(seatsOf(file.rows)).toEqual([
    ['pa1', 'twofold left', 'twofold left'],
    ['pa4', 'pa1 left'],
    ['pa2', 'pa4 left spillover'],
    ['pa3', 'pa4 right spillover'],
    ['pa5'],
  ])
  expect(await edge.db.selectFrom('commands').select('seq').execute()).toEqual(before)
  const id = await propose(...LINES)
  const placements = `member-imports/${id}/placements/` as const
  expect((await staff.as('deputy', 'GET', placements)).body).toEqual(file)
  const raised = { kind: 'raise_rules', version: 2 } as const
  await edge.book.submit({ command: raised, by: { system: 'rules' } })
  await approve(id)
  await runAll()
  expect((await staff.as('deputy', 'GET', placements)).code).toBe('wrong_import_state')
  const { rows } = await edge.context.pool.query<{ text: string }>(`
    select concat_ws(' ', i.username, u.username, t.side) as text
    from seats t join profiles p on p.no = t.profile_no join profiles up on up.no = t.parent_no
      join identities i on i.member_no = p.member_no
      join identities u on u.member_no = up.member_no
    where i.username like 'pa_' order by t.ordinal`)
  const SIDES: Record<string, number> = { left: 0, right: 1 }
  const expected = file.rows.flatMap(({ username, seats }) =>
    seats.map(({ under, side }) => `${username} ${under} ${SIDES[side]}`),
  )
  expect(rows.map(({ text }) => text)).toEqual(expected)
  const { body: profiles } = await staff.as('deputy', 'GET', 'profiles/')
  const imported = profiles.results.filter((profile) => profile.imported)
  const names = new Set(imported.map(({ username }) => username))
  const seated = file.rows.filter(({ seats }) => seats.length > 0)
  expect(names).toEqual(new Set(seated.map(({ username }) => username)))
})

test('reports the rows that the rules would refuse, and the rows that those block', async () => {
  const { edge } = staff
  const payer = await addMember(edge, 'pays')
  await fundMember(edge, payer.no, 20)
  const { rows } = await edge.context.pool.query<{ no: number }>(
    'select no from profiles where member_no = $1',
    [payer.no],
  )
  const command = { kind: 'activate', member: payer.no, profile: rows[0]?.no ?? 0 } as const
  expect(await edge.book.submit({ command, by: { system: 'test' } })).toMatchObject({
    accepted: true,
  })
  const lines = ['pb1,pb1@e.org,pays,BR,', 'pb2,pb2@e.org,pb1,BR,', 'pb3,pb3@e.org,pays,,']
  const { body: file } = await staff.as('admin', 'POST', 'member-imports/placements/', body(lines))
  expect(file).toMatchObject({ placed: 1, refused: 1, blocked: 1 })
  expect(file.rows.map(({ username, refusal }) => [username, refusal?.text.code])).toEqual([
    ['pb1', 'paid_board'],
    ['pb3', undefined],
    ['pb2', 'import_sponsor_failed'],
  ])
  // Someone takes a name between the proposal and the approval.
  const id = await propose('pd1,pd1@e.org,,BR,', 'pd2,pd2@e.org,pd1,BR,', 'pd3,pd3@e.org,,,')
  await addMember(edge, 'pd1')
  const { body: late } = await staff.as(
    'deputy',
    'GET',
    `member-imports/${id}/placements/` as const,
  )
  expect(late).toMatchObject({ placed: 1, refused: 1, blocked: 1 })
  expect(late.rows.map(({ refusal }) => refusal?.text.code)).toEqual([
    'import_username_taken',
    undefined,
    'import_sponsor_failed',
  ])
})

test.runIf(isLong)('previews a few files at a time, and makes others wait', async () => {
  const all = await Promise.all(
    Array.from({ length: 6 }, () =>
      staff.as('admin', 'POST', 'member-imports/placements/', body(['pc1,pc1@e.org,,BR,'])),
    ),
  )
  const codes = all.map(({ status, code }) => code ?? status)
  expect(new Set(codes)).toEqual(new Set([200, 'placement_busy']))
  expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(3)
})

test('imports a corrected row after approval, then the rows below it', async () => {
  await addMember(staff.edge, 'ra1')
  const id = await propose(
    'ra1x,ra1@e.org,pa5,BR,',
    'ra2,ra2@e.org,ra1x,BR,',
    'ra3,ra3@e.org,ra2,,',
  )
  await addMember(staff.edge, 'ra1x')
  await approve(id)
  await runAll()
  expect(await read(id)).toMatchObject({ state: 'finished', failed: 1, blocked: 2 })

  const again = await retry(id)
  expect(again.body).toMatchObject({ state: 'approved', failed: 0, blocked: 0 })
  await runAll()
  expect(await read(id)).toMatchObject({ state: 'finished', failed: 1, blocked: 2 })

  const wrong = await correct('admin', id, 2, { username: 'ra1', email: 'ra1' })
  expect(wrong.problem).toMatchObject({ errors: { username: [expect.any(String)] } })
  const named = await correct('admin', id, 2, { username: 'RA3', email: 'ra1@e.org' })
  expect(named.problem).toMatchObject({ errors: { username: [expect.stringContaining('Row 4')] } })
  const values = { username: 'ra1b', email: 'ra1@e.org', sponsor: 'pa5', plans: 'BR SI' }
  const { body: proposed } = await correct('admin', id, 2, values)
  expect(proposed).toMatchObject({ row: 2, ...values, was: { username: 'ra1x', plans: 'BR' } })
  expect((await correct('deputy', id, 2, values)).code).toBe('correction_pending')
  const same = await correct('deputy', id, 3, { username: 'RA1B', email: 'ra2@e.org' })
  expect(same.problem).toMatchObject({ errors: { username: [expect.stringContaining('Row 2')] } })
  const { body: waiting } = await staff.as('deputy', 'GET', 'import-corrections/')
  expect(waiting).toMatchObject({ count: 1, results: [{ id: proposed.id, import_id: id }] })

  const approval = `import-corrections/${proposed.id}/approve/` as const
  expect((await staff.as('admin', 'POST', approval)).code).toBe('self_approval')
  expect((await staff.as('deputy', 'POST', approval)).body).toMatchObject({ state: 'approved' })
  expect((await staff.as('deputy', 'POST', approval)).code).toBe('already_decided')
  await runAll()
  expect(await read(id)).toMatchObject({ state: 'finished', done: 3, failures: [] })
  const { rows } = await staff.edge.context.pool.query<{ text: string }>(`
    select i.username || ' ' || s.username as text from identities i
      join members m on m.no = i.member_no join identities s on s.member_no = m.sponsor_no
    where i.username in ('ra1b', 'ra2', 'ra3') order by m.no`)
  expect(rows.map(({ text }) => text)).toEqual(['ra1b pa5', 'ra2 ra1b', 'ra3 ra2'])
  // The log is permanent, so it names rows and columns but no members.
  const { body: entries } = await staff.as('admin', 'GET', `audit/?object=import+${id}` as const)
  expect(JSON.stringify(entries.results)).not.toMatch(/ra1b|e\.org/)
  expect(entries.results.map(({ action }) => action)).toEqual([
    'approve import correction',
    'propose import correction',
    'retry import rows',
    'approve import',
    'propose import',
  ])
})

test('blocks the rows below a skipped row until they are corrected or skipped', async () => {
  const id = await propose('sa1,sa1@e.org,,,', 'sa2,sa2@e.org,sa1,,', 'sa3,sa3@e.org,sa1,,')
  await addMember(staff.edge, 'sa1')
  await approve(id)
  await runAll()
  const { body: proposed } = await correct('admin', id, 2, { username: 'sa1b', email: 's@e.org' })
  expect((await skip(id)).body).toMatchObject({ failed: 0, blocked: 2, skipped: 1 })
  // Skipping the row closes its proposed correction.
  const late = `import-corrections/${proposed.id}/approve/` as const
  expect((await staff.as('deputy', 'POST', late)).code).toBe('already_decided')
  const kept = { username: 'sa2', email: 'sa2@e.org', sponsor: 'sa1', plans: '' }
  const { body: moved } = await correct('admin', id, 3, kept)
  expect(moved).toMatchObject({ sponsor: 'sa1', was: { sponsor: 'sa1' } })
  expect((await skip(id, [4])).body).toMatchObject({ blocked: 1, skipped: 2 })
  expect((await skip(id, [4])).code).toBe('wrong_import_state')
  await staff.as('deputy', 'POST', `import-corrections/${moved.id}/approve/` as const)
  await runAll()
  // By now its sponsor is a member with that name.
  expect(await read(id)).toMatchObject({ state: 'finished', done: 1, blocked: 0, skipped: 2 })
  expect((await read(id)).failures.map((each) => [each.row, each.state, each.skip_reason])).toEqual(
    [
      [2, 'skipped', 'Left the company'],
      [4, 'skipped', 'Left the company'],
    ],
  )
  expect((await retry(id, [2])).body).toMatchObject({ skipped: 1 })
  await runAll()
  expect(await read(id)).toMatchObject({ failed: 1, skipped: 1 })
  const { differences } = await checkBook(staff.edge.db, staff.edge.context.pool)
  expect(differences.described).toEqual([])
})

test('skips no rows that failed after the operator looked', async () => {
  const id = await propose('sk1,sk1@e.org,,,', 'sk2,sk2@e.org,,,')
  await addMember(staff.edge, 'sk1')
  await addMember(staff.edge, 'sk2')
  await approve(id)
  await runAll()
  await correct('admin', id, 3, { username: 'sk2b', email: 'sk2@e.org' })
  expect((await skip(id, undefined, 1)).code).toBe('import_changed')
  expect(await read(id)).toMatchObject({ failed: 2, skipped: 0 })
  expect((await skip(id, undefined, 2)).body).toMatchObject({ failed: 0, skipped: 2 })
  const { body: entries } = await staff.as('admin', 'GET', `audit/?object=import+${id}` as const)
  expect(entries.results.map(({ action }) => action)).toEqual([
    'discard import correction',
    'skip import rows',
    'propose import correction',
    'approve import',
    'propose import',
  ])
  expect(entries.results[0]).toMatchObject({ operator: 'admin', after: { row: 3 } })
})

const HOLD = {
  /** The audit log has one writer at a time. */
  audit: `insert into audit_entries (operator, action, object, request_id)
    values ('test', 'hold', 'the log', 'test')`,
  registrations: 'lock table registrations in access exclusive mode',
}

/** Holds a lock until `release`, so that whatever needs it waits. */
async function hold(what: keyof typeof HOLD) {
  const client = await staff.edge.context.pool.connect()
  await client.query(`begin; ${HOLD[what]}`)
  return async (): Promise<void> => {
    await client.query('rollback')
    client.release()
  }
}

/** Waits until this many statements wait for others' locks. */
const waitFor = (waiting: number) =>
  until(`${waiting} statements that wait`, async () => {
    const { rows } = await staff.edge.context.pool.query(
      `select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.length === waiting
  })

test.runIf(isLong)('doesn’t end an import while an admin retries its last row', async () => {
  const { db, context } = staff.edge
  const id = await propose('ea1,ea1@e.org,,,')
  await addMember(staff.edge, 'ea1')
  await approve(id)
  expect(await importSome(context)).toBe(true)
  expect(await read(id)).toMatchObject({ state: 'approved', failed: 1 })
  const release = await hold('audit')
  const retried = retry(id)
  await waitFor(1)
  const ended = importSome(context)
  await waitFor(2)
  await release()
  expect([(await retried).status, await ended]).toEqual([200, false])
  const own = db.selectFrom('member_import_rows').where('import_no', '=', Number(id))
  expect(await own.select('state').execute()).toEqual([{ state: 'waiting' }])
  expect(await read(id)).toMatchObject({ state: 'approved' })
  await runAll()
  expect(await read(id)).toMatchObject({ state: 'finished', failed: 1 })
})

test.runIf(isLong)('doesn’t block a row whose sponsor is retried at the same time', async () => {
  const { context, db } = staff.edge
  const id = await propose('ba1,ba1@e.org,,,', 'ba2,ba2@e.org,ba1,,')
  await approve(id)
  const names = { username: 'ba1', email: 'ba1x@e.org', password, password2: password }
  const form = { ...names, referral_code: null, ...(await acceptedTexts(staff.edge)) }
  await staff.edge.call('POST', '/api/auth/register/', { body: form })
  await importSome(context)
  expect(await read(id)).toMatchObject({ state: 'approved', failed: 1 })
  await db.deleteFrom('registrations').where('username', '=', 'ba1').execute()
  const release = await hold('registrations')
  const blocking = importSome(context)
  await waitFor(1)
  expect((await retry(id)).status).toBe(200)
  await release()
  await blocking
  await runAll()
  expect(await read(id)).toMatchObject({ state: 'finished', done: 2, blocked: 0 })
})

test('deletes names 90 days after the end, and undecided imports after 30', async () => {
  const { db } = staff.edge
  const age = (id: string, days: number) =>
    sql`update member_imports set proposed_at = proposed_at - ${days} * interval '1 day',
      decided_at = decided_at - ${days} * interval '1 day',
      finished_at = finished_at - ${days} * interval '1 day' where no = ${id}`.execute(db)
  const ended = await run('na1,na1@e.org,,,', 'na2,na2@e.org,na1,,')
  const younger = await run('nb1,nb1@e.org,,,')
  const waiting = await propose('nc1,nc1@e.org,,BR,')
  const recent = await propose('nd1,nd1@e.org,,BR,')
  await age(ended, 91)
  await age(younger, 89)
  await age(waiting, 31)
  await age(recent, 29)
  expect(await expireImports(db)).toBe(1)
  expect(await read(waiting)).toMatchObject({ state: 'discarded', decided_by: 'time limit' })
  expect(await read(recent)).toMatchObject({ state: 'proposed', names_until: null })
  await forgetExpired(db)
  const rows = await db
    .selectFrom('member_import_rows')
    .select(['import_no', 'username', 'email', 'sponsor', 'member_no'])
    .where('import_no', 'in', [ended, younger, waiting].map(Number))
    .orderBy('import_no')
    .orderBy('line')
    .execute()
  expect(rows.map((row) => [row.username, row.email, row.sponsor, row.member_no !== null])).toEqual(
    [
      ['', '', null, true],
      ['', '', '', true],
      ['nb1', 'nb1@e.org', null, true],
      ['nc1', 'nc1@e.org', null, false],
    ],
  )
  expect(await read(ended)).toMatchObject({ rows: 2, done: 2 })
  const again = await run('ne1,ne1@e.org,pays,BR,')
  await age(again, 91)
  // From that day on, no row may wait again, because it would lose its name before becoming a
  // member.
  expect((await retry(again)).code).toBe('wrong_import_state')
  await forgetExpired(db)
  expect((await skip(again)).code).toBe('wrong_import_state')
})

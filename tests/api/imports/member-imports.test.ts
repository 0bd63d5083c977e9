/** Imports of members: checked, proposed, approved by another admin, applied once, and invited. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import { insertImported } from '../../../src/server/imports/import-hook.ts'
import { invite } from '../../../src/server/imports/invite.ts'
import { importSome } from '../../../src/server/imports/run-imports.ts'
import { csvFile } from '../support/makers/import-makers.ts'
import { acceptedTexts, addMember, emailedToken, password, signIn } from '../support/members.ts'
import { openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'
import { isLong } from '../../support/scale.ts'

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
  const command = { kind: 'raise_rules', version: 2 } as const
  await staff.edge.book.submit({ command, by: { system: 'rules' } })
})
afterAll(() => staff.close())

const check = async (...lines: readonly string[]) =>
  (await staff.as('admin', 'POST', 'member-imports/check/', { body: csvFile(...lines) })).body
const propose = (...lines: readonly string[]) =>
  staff.as('admin', 'POST', 'member-imports/', { body: csvFile(...lines) })
const approve = (who: string, id: string) =>
  staff.as(who, 'POST', `member-imports/${id}/approve/` as const)
const read = async (id: string) =>
  (await staff.as('admin', 'GET', `member-imports/${id}/` as const)).body
const runAll = async (): Promise<void> => {
  while (await importSome(staff.edge.context));
}
/** Row, column, and code of each error that a check found. */
const found = async (...lines: readonly string[]) =>
  (await check(...lines)).problems.map(({ row, column, text }) => [row, column, text.code])

const HEADER = 'username,email,sponsor,plans,side,language'

test('reports row, column, and code of every bad cell, and writes nothing', async () => {
  await addMember(staff.edge, 'known')
  const problems = await found(
    HEADER,
    'good,good@example.org,known,BR SI,left,es',
    'x,nobody,missing,BRX,up,fr',
    'known,known@example.org,,,,',
    'Good,other@example.org,,,,',
    'again,GOOD@example.org,,,,',
    'admin,a@example.org,,BR BR,,',
    'one,one@example.org,two,,,',
    'two,two@example.org,one,,,',
    'below,below@example.org,one,,,',
    'self,self@example.org,SELF,,,',
    'short,short@example.org',
  )
  expect(problems).toEqual([
    [3, 'username', 'too_short'],
    [3, 'email', 'email_invalid'],
    [3, 'sponsor', 'import_sponsor_unknown'],
    [3, 'plans', 'import_plan_unknown'],
    [3, 'side', 'choose_side'],
    [3, 'language', 'import_language'],
    [4, 'username', 'import_username_taken'],
    [4, 'email', 'import_email_taken'],
    [5, 'username', 'import_duplicate'],
    [6, 'email', 'import_duplicate'],
    [7, 'username', 'import_username_taken'],
    [7, 'plans', 'import_plan_twice'],
    [8, 'sponsor', 'import_sponsor_circle'],
    [9, 'sponsor', 'import_sponsor_circle'],
    [11, 'sponsor', 'import_sponsor_circle'],
    [12, null, 'import_cells'],
  ])
  const { body } = await staff.as('admin', 'GET', 'member-imports/')
  expect(body.results).toEqual([])
  expect((await propose(HEADER, 'x,nobody,,,,')).code).toBe('import_has_faults')
})

test('reads Spanish headers, semicolons, and a byte order mark', async () => {
  const answer = await check(
    '\u{feff}Usuario;Correo electrónico;Lado',
    'ana;ana@example.org;derecha',
  )
  expect(answer).toMatchObject({ rows: 1, good: 1, bad: 0, fault: null, has_paid_seats: false })
})

const faultOf = async (...lines: readonly string[]) => (await check(...lines)).fault?.text.code

test('explains why it can’t read a file', async () => {
  expect(await faultOf('')).toBe('import_empty')
  expect(await faultOf('username,email')).toBe('import_empty')
  expect(await faultOf('username', 'ana')).toBe('import_column_missing')
  expect(await faultOf('username,email,phone', 'a,b,c')).toBe('import_column_unknown')
  expect(await faultOf('username,email,Usuario', 'a,b,c')).toBe('import_column_twice')
  expect(await faultOf('username,email', '"ana,b', 'c,d')).toBe('import_quotes')
  expect(await faultOf('username,email', `${'a'.repeat(5_000)},b`)).toBe('import_row_long')
  const many = Array.from({ length: 10_001 }, (_, i) => `a${i},a${i}@e.org`)
  expect(await faultOf('username,email', ...many)).toBe('import_too_many')
  const latin = Buffer.from('username,email\nana,peña@example.org\n', 'latin1').toString('base64')
  const body = { name: 'old.csv', content: latin }
  const answer = await staff.as('admin', 'POST', 'member-imports/check/', { body })
  expect(answer.body.fault?.text.code).toBe('import_encoding')
})

test('reads no file of a caller it doesn’t know', async () => {
  const call = { raw: `{${'x'.repeat(1 << 20)}`, headers: { 'content-type': 'application/json' } }
  const answer = await staff.edge.call('POST', '/api/operator/member-imports/check/', call)
  expect([answer.status, answer.problem.code]).toEqual([401, 'not_authenticated'])
})

test('returns the first 100 bad rows, and counts them all', async () => {
  const bad = Array.from({ length: 250 }, (_, i) => `user${i},nobody`)
  const answer = await check('username,email', ...bad)
  expect(answer).toMatchObject({ rows: 250, good: 0, bad: 250 })
  expect(answer.problems).toHaveLength(100)
})

test('imports approved rows once, sponsors first, and invites the members', async () => {
  const { edge } = staff
  const { body: proposed } = await propose(
    HEADER,
    // Its sponsor comes later in the file.
    'leaf,leaf@example.org,Top,BR,right,es',
    'top,top@example.org,,BR SI,,',
    'late,late@example.org,leaf,,,',
  )
  expect(proposed).toMatchObject({ state: 'proposed', rows: 3, done: 0, decided_by: null })
  expect((await approve('admin', proposed.id)).code).toBe('self_approval')
  await runAll()
  expect(await read(proposed.id)).toMatchObject({ state: 'proposed', done: 0 })
  expect((await approve('deputy', proposed.id)).body).toMatchObject({ decided_by: 'deputy' })
  // Two runners at once, as after a restart that left one behind.
  await Promise.all([runAll(), runAll()])
  await runAll()
  expect(await read(proposed.id)).toMatchObject({
    state: 'finished',
    done: 3,
    failed: 0,
    failures: [],
  })
  const { rows } = await edge.context.pool.query<{ text: string }>(`
    select concat_ws(' ', i.username, s.username, p.plan, p.imported, t.side, i.language) as text
    from identities i join members m on m.no = i.member_no
      join identities s on s.member_no = m.sponsor_no join profiles p on p.member_no = m.no
      left join seats t on t.profile_no = p.no
    where i.email = any('{leaf@example.org,top@example.org,late@example.org}') order by p.no`)
  expect(rows.map(({ text }) => text)).toEqual([
    'top twofold 0 t 0 en',
    'top twofold 1 t 0 en',
    'leaf top 0 t 1 es',
    'late leaf 0 f en',
  ])
  expect((await checkBook(edge.db, edge.context.pool)).differences.described).toEqual([])
  const signIn = { username: 'top', password: 'anything at all' }
  const refused = await edge.call('POST', '/api/auth/login/', { body: signIn })
  expect(refused.code).toBe('login_failed')

  expect(await invite(edge.context)).toBe(3)
  expect(await invite(edge.context)).toBe(0)
  expect(await read(proposed.id)).toMatchObject({ invited: 3 })
  const emails = await edge.db
    .selectFrom('emails')
    .select(['recipient', 'text'])
    .where('recipient', 'in', ['top@example.org', 'leaf@example.org'])
    .execute()
  expect(emails).toHaveLength(2)
  expect(emails.find((each) => each.recipient === 'leaf@example.org')?.text).toContain('contraseña')
  expect(emails[0]?.text).toContain('/login?forgot')
})

test('creates no unapproved member, and none twice', async () => {
  const { body } = await propose(HEADER, 'sly,sly@example.org,,BR,,')
  type Leg = 0 | 1 | null
  const submit = (plans: readonly (0 | 1)[], side: Leg = null, named: Leg = side) =>
    staff.edge.book.submit({
      command: { kind: 'import_member', sponsor: 1, plans, side },
      by: { system: 'import' },
      hook: callHook(insertImported, { import: Number(body.id), line: 2, side: named }),
    })
  await expect(submit([0])).rejects.toThrow('can’t be imported now')
  await approve('deputy', body.id)
  await expect(submit([0, 1])).rejects.toThrow('approved differently')
  // Another leg than the row's, stated openly or not.
  await expect(submit([0], 1)).rejects.toThrow('approved differently')
  await expect(submit([0], 1, null)).rejects.toThrow('does not fit')
  await runAll()
  await expect(submit([0])).rejects.toThrow('can’t be imported now')
  expect(await read(body.id)).toMatchObject({ state: 'finished', done: 1 })
})

test('gives a new referral code to a row whose code is taken', async () => {
  const { db } = staff.edge
  const { body } = await propose(HEADER, 'twin,twin@example.org,,BR,,', 'next,n@e.org,twin,BR,,')
  const { referral_code: taken } = await db
    .selectFrom('identities')
    .select('referral_code')
    .where('member_no', '=', 1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('member_import_rows')
    .set({ referral_code: taken.toLowerCase() })
    .where('import_no', '=', Number(body.id))
    .execute()
  await approve('deputy', body.id)
  await runAll()
  expect(await read(body.id)).toMatchObject({ state: 'finished', done: 2, failed: 0 })
})

test('fails a row whose name was taken meanwhile, and the rows below it', async () => {
  const { body } = await propose(
    'username,email,sponsor',
    'taken,taken1@example.org,',
    'under,under@example.org,taken',
    'fine,fine@example.org,',
  )
  await addMember(staff.edge, 'taken')
  await approve('deputy', body.id)
  await runAll()
  const { failures, ...own } = await read(body.id)
  expect(own).toMatchObject({ state: 'finished', done: 1, failed: 1, blocked: 1 })
  expect(failures.map((each) => [each.row, each.state, each.text.code, each.sponsor_row])).toEqual([
    [2, 'failed', 'import_username_taken', null],
    [3, 'blocked', 'import_sponsor_failed', 2],
  ])
  const discard = `member-imports/${body.id}/discard/` as const
  expect((await staff.as('admin', 'POST', discard)).code).toBe('wrong_import_state')
})

test('lets staff resend a password link, and records acceptance of the texts', async () => {
  const { db } = staff.edge
  const { body } = await propose(HEADER, 'first,first@example.org,,BR,,')
  await approve('deputy', body.id)
  await runAll()
  const { member_no: no } = await db
    .selectFrom('identities')
    .select('member_no')
    .where('username', '=', 'first')
    .executeTakeFirstOrThrow()
  for (const kind of ['terms', 'privacy']) {
    await staff.as('admin', 'POST', 'texts/', { body: { kind, body: `The ${kind}` } })
  }
  const resent = await staff.as('support', 'POST', `members/${no}/resend-mail/` as const, {
    body: { mail: 'password' },
  })
  expect(resent.status).toBe(200)
  const token = await emailedToken(staff.edge, 'first@example.org')
  const reset = (versions: object) =>
    staff.edge.call('POST', '/api/accounts/reset-password/', {
      body: { token, new_password: password, confirm_password: password, ...versions },
    })
  const asked = (await reset({ terms_version: '0' })).problem.errors
  expect(Object.keys(asked ?? {})).toEqual(['terms_version', 'privacy_version'])
  expect((await signIn(staff.edge, 'first')).code).toBe('login_failed')
  // The refusal doesn't use up the link.
  expect((await reset(await acceptedTexts(staff.edge))).status).toBe(200)
  expect((await signIn(staff.edge, 'first')).status).toBe(200)
  const acceptances = db.selectFrom('text_acceptances').select(['kind', 'version'])
  expect(await acceptances.where('member_no', '=', no).orderBy('kind').execute()).toEqual([
    { kind: 'privacy', version: 1 },
    { kind: 'terms', version: 1 },
  ])
})

/** Signs in an imported member for the first time. */
async function asMember(username: string) {
  const { edge } = staff
  const email = `${username}@e.org`
  await edge.call('POST', '/api/accounts/forgot-password/', { body: { email } })
  const token = await emailedToken(edge, email)
  const body = { token, new_password: password, confirm_password: password }
  const accepted = { ...body, ...(await acceptedTexts(edge)) }
  await edge.call('POST', '/api/accounts/reset-password/', { body: accepted })
  return { token: (await signIn(edge, username)).body.access }
}

test('shows a completed board that created no profile', async () => {
  const { edge } = staff
  const six = Array.from({ length: 6 }, (_, i) => `below${i},below${i}@e.org,chief,DI,,`)
  const { body: proposed } = await propose(HEADER, 'chief,chief@e.org,,DI,,', ...six)
  await approve('deputy', proposed.id)
  await runAll()
  const { no, public_id: id } = await edge.db
    .selectFrom('profiles')
    .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
    .select(['profiles.no', 'public_id', 'profiles.member_no'])
    .where('username', '=', 'chief')
    .where('plan', '=', 4)
    .executeTakeFirstOrThrow()
  const url = '/api/accounts/activity/?type=board_completed'
  const { count, results } = (await edge.call('GET', url, await asMember('chief'))).body
  expect([count, results[0]?.about]).toEqual([1, { kind: 'seat', id: String(no) }])
  expect(results[0]?.detail).toBe(`All six positions below ${id} are filled.`)
})

test('tells a sponsor that nobody paid for an imported seat', async () => {
  const { edge } = staff
  const { body: proposed } = await propose(
    HEADER,
    'upper,upper@e.org,,BR,,',
    'lower,l@e.org,upper,BR,,',
  )
  await approve('deputy', proposed.id)
  await runAll()
  const { token } = await asMember('upper')
  const profiles = await edge.db
    .selectFrom('profiles')
    .innerJoin('identities', 'identities.member_no', 'profiles.member_no')
    .select('public_id')
    .where('username', 'in', ['upper', 'lower'])
    .orderBy('profiles.no')
    .execute()
  const [upper = '', lower = ''] = profiles.map(({ public_id: id }) => id)
  const board = await edge.call('GET', `/api/accounts/profiles/${upper}/board/` as const, {
    token,
  })
  expect(board.body).toMatchObject({ active: true, fee: null, earned: '0.00', filled: 1 })
  const [left] = board.body.positions
  expect(left).toMatchObject({ profile_id: lower, amount: '0.00', paid: false })
  const url = `/api/accounts/activity/explain/?profile_id=${lower}` as const
  const { rewards } = (await edge.call('GET', url, { token })).body
  expect(rewards.map(({ reason }) => reason)).toEqual(['imported', 'imported', 'imported'])
})

const waiting = async () => {
  const { body } = await staff.as('admin', 'GET', 'member-imports/')
  return body.results.filter(({ state }) => state === 'proposed')
}
const discard = (id: string) => staff.as('admin', 'POST', `member-imports/${id}/discard/` as const)

test.runIf(isLong)(
  'limits pending imports to twenty, however many are proposed at once',
  async () => {
    const before = (await waiting()).length
    const answers = await Promise.all(
      Array.from({ length: 24 - before }, (_, i) =>
        propose(HEADER, `crowd${i},crowd${i}@example.org,,,,`),
      ),
    )
    const codes = answers.map(({ status, code }) => (status === 201 ? 'kept' : code))
    expect(codes.filter((code) => code === 'kept')).toHaveLength(20 - before)
    expect(codes.filter((code) => code === 'too_many_imports')).toHaveLength(4)
    const all = await waiting()
    expect(all).toHaveLength(20)
    await discard(all[0]?.id ?? '')
    expect((await propose(HEADER, 'after,after@example.org,,,,')).status).toBe(201)
    for (const { id } of await waiting()) await discard(id)
  },
)

test('refuses a file that is proposed or under way, also when proposed twice at once', async () => {
  const file = [HEADER, 'pressed,pressed@example.org,,,,'] as const
  const both = await Promise.all([propose(...file), propose(...file)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.code).toBe('import_already_open')
  const kept = both.find(({ status }) => status === 201)?.body.id ?? ''
  await approve('deputy', kept)
  expect((await propose(...file)).code).toBe('import_already_open')
  await runAll()
  // Its members exist by now.
  expect((await propose(...file)).code).toBe('import_has_faults')
  const other = [HEADER, 'lone,lone@example.org,,,,'] as const
  await discard((await propose(...other)).body.id)
  expect((await propose(...other)).status).toBe(201)
})

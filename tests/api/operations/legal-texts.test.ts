import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailedToken, password } from '../support/members.ts'
import { newestEntry, openStaffEdge, type StaffEdge } from '../support/staff-edge.ts'

// The texts that members accept: versions of the terms and the privacy notice, and their
// translations.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

const register = (username: string, texts: object) =>
  staff.edge.call('POST', '/api/auth/register/', {
    body: {
      username,
      email: `${username}@example.org`,
      password,
      password2: password,
      referral_code: null,
      ...texts,
    },
  })

test('records which legal texts a new member accepted', async () => {
  for (const [kind, written] of [
    ['terms', 'The terms'],
    ['privacy', 'The privacy notice'],
  ]) {
    await staff.as('admin', 'POST', 'texts/', { body: { kind, body: written } })
  }
  const { body: texts } = await staff.edge.call('GET', '/api/texts/')
  expect([texts.terms?.version, texts.terms?.body, texts.privacy?.version]).toEqual([
    '1',
    'The terms',
    '1',
  ])
  const without = await register('silent', {})
  expect([without.status, Object.keys(without.problem.errors ?? {})]).toEqual([
    400,
    ['terms_version', 'privacy_version'],
  ])
  const body = { kind: 'terms', body: 'The terms, once more' }
  expect((await staff.as('admin', 'POST', 'texts/', { body })).body.version).toBe('2')
  expect((await staff.as('admin', 'POST', 'texts/', { body })).status).toBe(400)
  const old = await register('late', { terms_version: '1', privacy_version: '1' })
  expect([old.status, Object.keys(old.problem.errors ?? {})]).toEqual([400, ['terms_version']])
  const good = await register('agrees', { terms_version: '2', privacy_version: '1' })
  expect(good.status).toBe(201)
  const link = await emailedToken(staff.edge, 'agrees@example.org')
  await staff.edge.call('GET', `/api/accounts/verify-email/${link}/`)
  const { rows } = await sql<{ kind: string; version: number }>`
    select kind, version from text_acceptances join identities using (member_no)
    where username = 'agrees' order by kind`.execute(staff.edge.db)
  expect(rows).toEqual([
    { kind: 'privacy', version: 1 },
    { kind: 'terms', version: 2 },
  ])
  const { body: list } = await staff.as('support', 'GET', 'texts/')
  const shown = list.results.map(({ id, in_force: now, accepted_by: by }) => [id, now, by])
  expect(shown).toEqual([
    ['terms-2', true, 1],
    ['privacy-1', true, 1],
    ['terms-1', false, 0],
  ])
  const changed = sql`update legal_texts set body = 'Other terms'`.execute(staff.edge.db)
  await expect(changed).rejects.toThrow(/append-only|permission denied/)
})

test('shows translations of the version in force, and records the language', async () => {
  const translate = (more: object, who = 'admin') =>
    staff.as(who, 'POST', 'text-translations/', {
      body: { kind: 'terms', version: '2', language: 'es', body: 'Los términos', ...more },
    })
  const fieldsOf = async (more: object) => {
    const { status, problem } = await translate(more)
    return [status, Object.keys(problem.errors ?? {})]
  }
  expect((await translate({}, 'support')).status).toBe(403)
  expect(await fieldsOf({ version: '1' })).toEqual([400, ['version']])
  expect(await fieldsOf({ language: 'en' })).toEqual([400, ['language']])
  expect(await fieldsOf({ body: ' ' })).toEqual([400, ['body']])
  const shown = { terms_version: '2', privacy_version: '1', terms_language: 'es' }
  const early = await register('lectora', shown)
  expect([early.status, Object.keys(early.problem.errors ?? {})]).toEqual([400, ['terms_version']])
  // Two operators at once: one translation.
  const both = await Promise.all([translate({}), translate({ body: 'Otros términos' })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(await newestEntry(staff.edge, 'terms 2 es')).toMatchObject({
    action: 'publish translation',
  })
  const read = async (language: string) => {
    const { body } = await staff.edge.call('GET', `/api/texts/?language=${language}`)
    return [body.terms?.language, body.terms?.version, body.privacy?.language]
  }
  expect(await read('es')).toEqual(['es', '2', 'en'])
  expect(await read('en')).toEqual(['en', '2', 'en'])
  expect((await staff.edge.call('GET', '/api/texts/?language=fr')).status).toBe(400)
  expect((await register('lectora', shown)).status).toBe(201)
  const link = await emailedToken(staff.edge, 'lectora@example.org')
  await staff.edge.call('GET', `/api/accounts/verify-email/${link}/`)
  const { rows } = await sql<{ kind: string; language: string }>`
    select kind, text_acceptances.language from text_acceptances
    join identities using (member_no) where username = 'lectora' order by kind`.execute(
    staff.edge.db,
  )
  expect(rows).toEqual([
    { kind: 'privacy', language: 'en' },
    { kind: 'terms', language: 'es' },
  ])
  // Publishing the same original replaces a translation. The new version begins without one.
  const again = { body: { kind: 'terms', body: 'The terms, once more' } }
  expect((await staff.as('admin', 'POST', 'texts/', again)).body).toMatchObject({
    version: '3',
    translations: [],
  })
  expect(await read('es')).toEqual(['en', '3', 'en'])
  expect(await fieldsOf({})).toEqual([400, ['version']])
  // A company may write its terms in a language other than English.
  const spanish = { body: { kind: 'terms', language: 'es', body: 'Estos términos rigen' } }
  expect((await staff.as('admin', 'POST', 'texts/', spanish)).body).toMatchObject({
    version: '4',
    language: 'es',
  })
  expect(await fieldsOf({ version: '4', language: 'es' })).toEqual([400, ['language']])
  expect((await translate({ version: '4', language: 'en' })).status).toBe(201)
  expect(await read('es')).toEqual(['es', '4', 'en'])
  const { body: original } = await staff.edge.call('GET', '/api/texts/')
  expect(original.terms).toMatchObject({ language: 'es', original_language: 'es', version: '4' })
  const changed = sql`delete from legal_translations`.execute(staff.edge.db)
  await expect(changed).rejects.toThrow(/append-only|permission denied/)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writerOf } from '../../../src/server/language/writer.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import {
  acceptedTexts,
  addMember,
  emailedToken,
  fundMember,
  password,
  signIn,
} from '../support/members.ts'

// The language of a member: stored at registration, changed in the account, and used wherever we
// write to the member.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

async function subjectsTo(email: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from emails where recipient = ${email} order by no`.execute(edge.db)
  return rows.map(({ subject }) => subject)
}

test('keeps the language of the registration and writes in it', async () => {
  const email = 'rosa@example.org'
  const { status } = await edge.call('POST', '/api/auth/register/', {
    body: {
      ...(await acceptedTexts(edge)),
      username: 'rosa',
      email,
      password,
      password2: password,
      language: 'es',
    },
  })
  expect(status).toBe(201)
  expect(await subjectsTo(email)).toEqual([writerOf('es').say('verify_subject')])
  const token = await emailedToken(edge, email)
  await edge.call('GET', `/api/accounts/verify-email/${token}/`)
  const { body } = await signIn(edge, 'rosa')
  expect(body.user.language).toBe('es')
  await edge.call('POST', '/api/accounts/forgot-password/', { body: { email } })
  expect((await subjectsTo(email)).at(-1)).toBe(writerOf('es').say('reset_subject'))
})

test('changes the language of emails and statements in the account', async () => {
  const { access: token, no } = await addMember(edge, 'tomas')
  await fundMember(edge, no, 5)
  const change = (language: string) =>
    edge.call('PATCH', '/api/accounts/me/update/', { token, body: { language } })
  expect((await change('fr')).status).toBe(400)
  const { body } = await change('es')
  expect(body.language).toBe('es')
  const period = 'from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z'
  const read = async (format: string) =>
    (await edge.call('GET', `/api/accounts/statement/?${period}&format=${format}`, { token })).text
  const csv = await read('csv')
  expect(csv.split('\r\n')[0]).toBe('fecha,asiento,descripción,monto,saldo')
  expect(csv).toContain(writerOf('es').say('statement_opening'))
  const page = await read('html')
  expect(page).toContain('<html lang="es" dir="ltr">')
  expect(page).toContain(writerOf('es').say('statement'))
  await change('en')
  expect((await read('csv')).split('\r\n')[0]).toBe('date,journal,description,amount,balance')
})

test('answers a contact message in the language of its page', async () => {
  const message = { name: 'Eva', email: 'eva@example.org', subject: 'Hola', message: '¿Cómo?' }
  await edge.call('POST', '/api/accounts/contact/', { body: { ...message, language: 'es' } })
  const row = await edge.db
    .selectFrom('contact_messages')
    .select('language')
    .where('email', '=', message.email)
    .executeTakeFirst()
  expect(row?.language).toBe('es')
})

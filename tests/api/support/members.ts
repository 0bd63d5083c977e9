import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { forgetExpired } from '../../../src/server/workers/forget.ts'
import { eventOf } from '../../../src/domain/ledger/event.ts'
import { micros, PAR_RATE, units } from '../../../src/domain/money/money.ts'
import { effectsOf } from '../../support/book-acts.ts'
import { password, register, signUp, type Client } from '../../support/sign-up.ts'
import type { Edge } from './edge.ts'

export { password }

export type TestMember = { no: number; username: string; access: string; refresh: string }

/** The newest token in an email to this address. Throws if there is none. */
export async function emailedToken(edge: Edge, email: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from emails where lower(recipient) = lower(${email}) order by no desc`.execute(
    edge.db,
  )
  for (const { text } of rows) {
    const found = /\/(?:verify-email\/|reset-password\/|account\?close=)([\w-]+)/.exec(text)
    if (found?.[1]) return found[1]
  }
  throw new Error(`no email with a link went to ${email}`)
}

/** The token of the newest "This wasn't me" link to this address, of emails about one event. */
export async function disputeToken(edge: Edge, email: string, subject = ''): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select text from emails where lower(recipient) = lower(${email}) and text like '%/not-me/%'
      and subject like ${`%${subject}%`} order by no desc limit 1`.execute(edge.db)
  const token = /\/not-me\/([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
  if (!token) throw new Error(`no email to ${email} about "${subject}" can be disputed`)
  return token
}

/** Makes everything in an account so much older, and deletes what the worker deletes by then. */
export async function ageAccount(edge: Edge, no: number, hours: number): Promise<void> {
  const step = sql`make_interval(hours => ${hours})`
  for (const set of [
    sql`dispute_links set happened_at = happened_at - ${step}, expires_at = expires_at - ${step},
      before_since = before_since - ${step}`,
    sql`security_events set at = at - ${step}`,
    sql`passkeys set created_at = created_at - ${step}`,
    sql`identities set totp_confirmed_at = totp_confirmed_at - ${step}`,
  ]) {
    await sql`update ${set} where member_no = ${no}`.execute(edge.db)
  }
  await forgetExpired(edge.db)
}

/** A registration's acceptance of the texts in force. It is accepted with and without them. */
export async function acceptedTexts(edge: Edge) {
  const { body } = await edge.call('GET', '/api/texts/')
  return { terms_version: body.terms?.version, privacy_version: body.privacy?.version }
}

const clientOf = (edge: Edge): Client => ({
  async ask(method, path, body) {
    const answer = await edge.call(method, `/api/${path}`, { body })
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  },
  verificationToken: (email) => emailedToken(edge, email),
})

/** Registers through the API and opens the email's link. */
export async function registerMember(edge: Edge, username: string, code?: string) {
  return await register(clientOf(edge), { username, code, more: await acceptedTexts(edge) })
}

export async function signIn(edge: Edge, username: string, word = password) {
  return await edge.call('POST', '/api/auth/login/', { body: { username, password: word } })
}

/** A verified, signed-in member. */
export async function addMember(edge: Edge, username: string, code?: string): Promise<TestMember> {
  const more = await acceptedTexts(edge)
  const { access, refresh, user } = await signUp(clientOf(edge), { username, code, more })
  return { no: user.id, username, access, refresh }
}

/** The claims of an access token. */
export const claimsOf = (access: string) => decodeJwt<{ sid: string }>(access)

/** The session of an access token. */
export const sessionOf = (access: string): bigint => BigInt(claimsOf(access).sid)

let transfers = 0

/** Puts USDT into a member's wallet the way the chain does: a transfer, accepted afterward. */
export async function fundMember(edge: Edge, member: number, dollars: number): Promise<void> {
  const transfer = await receiveUnmatched(edge, member, dollars)
  await effectsOf(edge.book, { kind: 'accept_transfer', transfer, member: null })
}

/** A transfer of USDT that met no request, worth an amount and its fee. Returns its number. */
export async function receiveUnmatched(
  edge: Edge,
  member: number,
  dollars: number,
): Promise<number> {
  const txid = (++transfers).toString(16).padStart(64, '0')
  const received = await effectsOf(edge.book, {
    kind: 'receive_transfer',
    member,
    coin: 'USDT',
    network: 'test',
    txid,
    logIndex: 0,
    from: 'TSender',
    to: 'TReceiver',
    amountUnits: units(BigInt(Math.round((dollars + Math.max(0.1, dollars * 0.02)) * 1e6))),
    blockE8: PAR_RATE,
    blockNumber: transfers,
    blockAt: Date.now(),
    attributable: true,
  })
  return eventOf(received, 'transfer').no
}

export const dollars = (amount: number) => micros(BigInt(Math.round(amount * 1e6)))

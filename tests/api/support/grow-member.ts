import { sql } from 'kysely'
import { eventOf } from '../../../src/domain/ledger/event.ts'
import { effectsOf } from '../../support/book-acts.ts'
import type { Edge } from './edge.ts'
import { fundMember } from './members.ts'

/** Adds an active member without a session: what a large network is made of. */
export async function growMember(edge: Edge, sponsor: number): Promise<number> {
  const joined = await effectsOf(edge.book, { kind: 'register', sponsor })
  const member = eventOf(joined, 'member').no
  const profile = eventOf(joined, 'profile').no
  await sql`insert into identities (member_no, username, email, referral_code, verified_at)
    values (${member}, 'grown' || ${member}::int, 'g' || ${member}::int || '@example.org',
      'G' || ${member}::int, now())`.execute(edge.db)
  await fundMember(edge, member, 1)
  await edge.book.submit({ command: { kind: 'activate', member, profile }, by: { member } })
  return member
}

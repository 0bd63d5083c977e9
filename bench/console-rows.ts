/**
 * Rows for the console's lists apart from the network and the ledger, written in bulk: queues,
 * payouts, messages, notes and the audit log, for existing members.
 */
import { sql } from 'kysely'
import type { Db } from '../src/db/types.ts'
import { wallet } from '../src/domain/ledger/account.ts'

/** One member whose own lists are long. */
export const BUSY_MEMBER = 7

/** Writes `each` rows into each table, spread over the members from 2 to `members`. */
export async function addConsoleRows(db: Db, members: number, each: number): Promise<void> {
  const member = sql`2 + (n * 7919) % ${members - 1}::int`
  const series = sql`generate_series(1, ${each}::int) n`
  const ago = sql`now() - (${each}::int - n) * interval '1 minute'`
  await db.transaction().execute(async (tx) => {
    // These rows have no commands behind them, so we disable the triggers that check the ledger's
    // rows.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into withdrawals (no, member_no, amount_micros, fee_micros, address, state, revision,
        attempt, hold_until, requested_at, processed_at, txid)
      select n, ${member}, 10000000, 200000, 'T' || lpad((n % 5000)::text, 33, 'A'),
        case when n % 200 = 0 then 'pending' when n % 50 = 0 then 'rejected' else 'confirmed' end,
        2, 1, ${ago}, ${ago}, ${ago}, 'a' || lpad(to_hex(n), 63, '0') from ${series}`.execute(tx)
    await sql`
      insert into payouts (withdrawal_no, attempt, asset, units, from_address, to_address, txid,
        state)
      select n, 1, 1, 1000000, 'T', 'T', 'b' || lpad(to_hex(n), 63, '0'),
        case when n % 200 = 0 then 'stored' else 'confirmed' end from ${series}`.execute(tx)
    await sql`
      insert into deposit_requests (no, public_id, member_no, asset, amount_micros, fee_micros,
        crypto_units, rate_e8, opened_at, expires_at, state, transfer_no)
      select n, 'D' || n, ${member}, 2, 10000000, 200000, 10200000, 100000000, ${ago}, ${ago},
        case when n % 200 = 0 then 'expired' else 'credited' end, n from ${series}`.execute(tx)
    await sql`
      insert into transfers (no, network, txid, asset, log_index, member_no, to_address, amount,
        rate_e8, block_number, block_at, state, request_no, seen_at)
      select n, 'bench', 'c' || lpad(to_hex(n), 63, '0'), 2, 0, ${member}, 'T', 10200000,
        100000000, n,
        ${ago}, case when n % 200 = 0 then 'unattributed' else 'credited' end, n, ${ago}
      from ${series}`.execute(tx)
    await addWritings(tx, each, sql`select n from ${series}`)
  })
  await sql`analyze`.execute(db)
}

async function addWritings(tx: Db, each: number, numbers: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into adjustments (no, member_no, micros, reason, proposed_by, approved_by, proposed_at,
      approved_at)
    select n + 10000000, 2, 1, 'bench', 'a', case when n % 200 <> 0 then 'b' end, now(), now()
    from (${numbers}) numbers`.execute(tx)
  await sql`
    insert into contact_messages (name, email, subject, message, answered_at, answered_by, answer)
    select 'Visitor ' || n, 'v' || n || '@example.org', 'Question ' || n, 'How does it work?',
      case when n % 200 <> 0 then now() end, case when n % 200 <> 0 then 'a' end,
      case when n % 200 <> 0 then 'Like this.' end from (${numbers}) numbers`.execute(tx)
  await sql`
    insert into member_notes (member_no, operator, note)
    select ${BUSY_MEMBER}, 'a', 'Note ' || n from (${numbers}) numbers`.execute(tx)
  await sql`
    insert into audit_entries (no, at, operator, action, object, after, reason, request_id, hash)
    overriding system value
    select n + 1000000, now() - (${each}::int - n) * interval '1 minute', 'a' || n % 20,
      'action ' || n % 30, 'member ' || n % 1000, '{"amount": "12.00", "stage": "approved"}',
      'Because ' || md5(n::text), 'bench', '' from (${numbers}) numbers`.execute(tx)
}

/** Every list of the console as its screens request it: the first page, filtered, and far down. */
export const CONSOLE_LISTS: readonly [name: string, path: string][] = [
  ['members', 'members/'],
  ['members, far on', 'members/?after=5000'],
  ['members by name', 'members/?sort=username'],
  ['members by name, far on', 'members/?sort=username&after=member5'],
  ['members by balance', 'members/?sort=balance'],
  ['members, suspended', 'members/?status=suspended'],
  ['members, active by name', 'members/?status=active&sort=username'],
  ['members found by a name', 'members/?search=member123'],
  ['members found by an address', 'members/?search=member1234@example.org'],
  ['members found by a number', 'members/?search=1234'],
  ['members found by a transaction', `members/?search=c${'0'.repeat(60)}123`],
  ['profiles', 'profiles/'],
  ['profiles of a plan', 'profiles/?plan=Bronze&active=true'],
  ['profiles of members', 'profiles/?search=member12'],
  ['withdrawals', 'withdrawals/'],
  ['withdrawals, pending', 'withdrawals/?status=pending'],
  ['withdrawals, those waiting longest', 'withdrawals/?status=pending&sort=oldest'],
  ['withdrawals, longest, far on', 'withdrawals/?status=pending&sort=oldest&after=5000'],
  ['withdrawals of members', 'withdrawals/?search=member12'],
  ['withdrawals, far on', 'withdrawals/?after=5000'],
  ['payouts', 'payouts/'],
  ['payouts, stored', 'payouts/?state=stored'],
  ['deposits', 'deposits/'],
  ['deposits, mismatched', 'deposits/?status=mismatch'],
  ['deposits of members', 'deposits/?search=member12'],
  ['unattributed', 'deposits/unattributed/'],
  ['unattributed, those waiting longest', 'deposits/unattributed/?status=waiting&sort=oldest'],
  ['adjustments, those waiting longest', 'adjustments/?status=pending&sort=oldest'],
  ['adjustments, pending', 'adjustments/?status=pending'],
  ['adjustments', 'adjustments/'],
  ['messages, open', 'messages/?status=open'],
  ['messages, those waiting longest', 'messages/?status=open&sort=oldest'],
  ['messages', 'messages/'],
  ['audit log', 'audit/'],
  ['audit log by operator', 'audit/?operator=a3'],
  ['audit log by action', 'audit/?action=action%207'],
  ['audit log by object', 'audit/?object=member%2012'],
  ['audit log by a text that every entry has', 'audit/?text=because'],
  ['audit log by a text that one entry has', 'audit/?text=827ccb0e'],
  ['audit log by a text that nothing contains', 'audit/?text=nowhere'],
  ['audit log of a period', 'audit/?from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z'],
  ['journals', 'ledger/journals/'],
  ['journals of a house account', 'ledger/journals/?account=house:plan%20margin'],
  ['journals of a member', `ledger/journals/?account=${wallet(BUSY_MEMBER)}`],
  ['postings of a member', `members/${BUSY_MEMBER}/postings/`],
  ['notes about a member', `members/${BUSY_MEMBER}/notes/`],
]

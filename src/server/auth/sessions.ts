import { sql } from 'kysely'
import { compileOnce, type Given, type Parameter } from '../../db/compiled.ts'
import { now, fromNow, ago, is, isBefore, subquery, lit } from '../../db/expressions.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { signAccessToken } from './tokens/access-token.ts'
import { afterBatches } from './end-sessions.ts'
import { requireNotClosed } from './closed-account.ts'
import { reuseEmail } from '../email/email-templates.ts'
import { lockAccount } from './locked-account.ts'
import { recordDevice } from './new-device.ts'
import { reportSecurityEvent, type SecuritySettings } from './security-change.ts'
import { hashToken, newSessionNumber, newToken, successorOf } from './tokens/secret-token.ts'

const SESSION_DAYS = 30
/** A session ends after this long even in daily use. The member then enters the password again. */
const MAX_SESSION_DAYS = 180
const GRACE_SECONDS = 30
/** The most open sessions per member. Beyond this, the oldest ends. */
const MAX_SESSIONS = 50

export type Tokens = { access: string; refresh: string }

// A sign-in counts as entering the password. With a second factor, only its code counts as proof.
const proofOf = (member: Parameter<number>) =>
  subquery
    .selectFrom('identities')
    .select((eb) =>
      eb
        .case()
        .when('totp_confirmed_at', 'is', null)
        .then(now)
        .else(sql<Date>`'epoch'`)
        .end()
        .as('at'),
    )
    .where('member_no', '=', member)
    .$asScalar()

const expiry = fromNow('days', SESSION_DAYS)

type Settings = { authSecret: string; publicUrl: string }

const insertSession = compileOnce(
  (db, { no, member, device }: Given<{ no: bigint; member: number; device: string }>) =>
    db
      .insertInto('sessions')
      .values({ no, member_no: member, device, expires_at: expiry, stepped_up_at: proofOf(member) })
      .returning('no'),
)

// A repeated exchange must not insert the successor again: it would wait for the successor's own
// exchange, which waits for the session that we have locked.
const insertToken = compileOnce((db, { hash, session }: Given<{ hash: Buffer; session: bigint }>) =>
  db
    .insertInto('refresh_tokens')
    .columns(['hash', 'session_no'])
    .expression(
      db
        .selectNoFrom([
          sql<Buffer>`${hash}::bytea`.as('hash'),
          sql<bigint>`${session}::bigint`.as('session_no'),
        ])
        .where(({ exists, not, selectFrom }) =>
          not(exists(selectFrom('refresh_tokens').select('hash').where('hash', '=', hash))),
        ),
    ),
)

// Never the new one: its number is below those from before the database's clock was set back.
const endOldest = compileOnce((db, { member, no }: Given<{ member: number; no: bigint }>) =>
  db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('no', 'in', (eb) =>
      eb
        .selectFrom('sessions as open')
        .select('open.no')
        .where('open.member_no', '=', member)
        .where('open.no', '<>', no)
        .where('open.ended_at', 'is', null)
        .orderBy('open.no', 'desc')
        .offset(MAX_SESSIONS - 1),
    )
    .returning((eb) => afterBatches(eb.ref('sessions.no'))),
)

/**
 * The member who has just proved their identity, and the conditions that must still hold under the
 * lock.
 */
type SignedIn = {
  member: number
  by:
    | { call: 'login'; claim: { passwordHash: string | null } }
    | { call: 'passkeyLogin'; claim: { passkey: bigint } }
}

/**
 * Starts a session. Starts none if the password was replaced meanwhile, or the passkey removed. A
 * passkey is both factors, so it counts as a step-up.
 */
export async function startSession(
  db: Db,
  { authSecret, publicUrl }: Settings,
  { member, by }: SignedIn,
  device: string,
): Promise<Tokens> {
  const refresh = newToken()
  const session = await db.transaction().execute(async (tx) => {
    await requireOpen(tx, member)
    const account = await lockAccount(tx, member, by)
    await requireNotClosed(tx, member)
    const { no } = await insertSession.one(tx, { no: newSessionNumber(), member, device })
    if (by.call === 'passkeyLogin') await stepUp(tx, no)
    await insertToken.run(tx, { hash: hashToken(refresh), session: no })
    await endOldest.run(tx, { member, no })
    await recordDevice(account, { publicUrl }, device)
    return no
  })
  return { access: await signAccessToken(authSecret, { member, session }), refresh }
}

// Take the lock, so that a concurrent suspension either finds this session and ends it, or shows up
// here.
async function requireOpen(tx: Tx, member: number): Promise<void> {
  const { rows } = await sql<{ is_suspended: boolean | null }>`
    select lock_member(${member}) as is_suspended`.execute(tx)
  if (rows[0]?.is_suspended !== false) throw reject('account_suspended')
}

type Found = RowOf<'refresh_tokens', 'session_no'> &
  RowOf<'sessions', 'member_no'> & {
    alive: boolean
    late: boolean
  }

/**
 * Exchanges a refresh token for the next pair. A token used again within 30 seconds gets the same
 * successor. Later use suggests a stolen token, so we end the whole session.
 * @param count limits how many tokens a session adds. While it refuses, the token stays unused.
 */
export async function refreshSession(
  db: Db,
  { authSecret, publicUrl }: Settings,
  refresh: string,
  count: (session: bigint) => Promise<void>,
): Promise<Tokens> {
  const hash = hashToken(refresh)
  const next = successorOf(authSecret, refresh)
  const found = await db.transaction().execute(async (tx) => {
    const token: Found | undefined = await markRotated.first(tx, { hash })
    if (!token?.alive) return null
    if (token.late) {
      await endCopied(tx, { publicUrl }, token.session_no)
      return null
    }
    await count(token.session_no)
    await insertToken.run(tx, { hash: hashToken(next), session: token.session_no })
    return token
  })
  if (!found) throw reject('token_invalid')
  const claims = { member: found.member_no, session: found.session_no }
  return { access: await signAccessToken(authSecret, claims), refresh: next }
}

// The update locks the row, so two exchanges of one token run one after the other.
const markRotated = compileOnce((query, { hash }: Given<{ hash: Buffer }>) =>
  query
    .with('used', (db) =>
      db
        .updateTable('refresh_tokens')
        .set((eb) => ({ rotated_at: eb.fn.coalesce('rotated_at', now) }))
        .where('hash', '=', hash)
        .returning((eb) => [
          'session_no',
          is(isBefore(eb.ref('rotated_at'), ago('secs', GRACE_SECONDS))).as('late'),
        ]),
    )
    .with('kept', (db) =>
      db
        .updateTable('sessions')
        .from(['used', 'members'])
        .set((eb) => ({
          seen_at: now,
          expires_at: eb.fn<Date>('least', [
            expiry,
            sql`${eb.ref('sessions.created_at')} + make_interval(days => ${MAX_SESSION_DAYS})`,
          ]),
        }))
        .whereRef('sessions.no', '=', 'used.session_no')
        .whereRef('members.no', '=', 'sessions.member_no')
        .where('used.late', '=', lit(false))
        .where('sessions.ended_at', 'is', null)
        .where('sessions.expires_at', '>', now)
        .where('members.suspended', '=', lit(false))
        .returning('sessions.no'),
    )
    .selectFrom('used')
    .innerJoin('sessions', 'sessions.no', 'used.session_no')
    .select((eb) => [
      'used.session_no',
      'sessions.member_no',
      'used.late',
      is(eb.or([eb.ref('used.late'), eb.exists(eb.selectFrom('kept').select('kept.no'))])).as(
        'alive',
      ),
    ]),
)

// One of the two callers who used the token isn't the member. We notify the member once.
async function endCopied(
  tx: Tx,
  settings: Pick<SecuritySettings, 'publicUrl'>,
  session: bigint,
): Promise<void> {
  const ended = await tx
    .updateTable('sessions')
    .from('identities')
    .set({ ended_at: now })
    .where('sessions.no', '=', session)
    .where('sessions.ended_at', 'is', null)
    .whereRef('identities.member_no', '=', 'sessions.member_no')
    .returning([
      'identities.member_no as no',
      'sessions.device',
      'identities.username',
      'identities.email',
      'identities.language',
    ])
    .returning((eb) => afterBatches(eb.ref('sessions.no')))
    .executeTakeFirst()
  if (!ended) return
  const { no: member, device, email: to } = ended
  const content = reuseEmail(ended, device)
  await reportSecurityEvent(settings, { tx, member, to, kind: 'session_copied', content })
}

/**
 * Ends the session of a refresh token, at once and for good, then waits for the batch that has seen
 * it open. If that takes too long, the session has ended all the same, and a repeat waits again.
 * Does nothing for an unknown token.
 */
export async function endSessionOf(db: Db | Tx, refresh: string): Promise<void> {
  const hash = hashToken(refresh)
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('no', '=', (eb) =>
      eb.selectFrom('refresh_tokens').select('session_no').where('hash', '=', hash),
    )
    .execute()
  await db
    .selectFrom('refresh_tokens')
    .select((eb) => afterBatches(eb.ref('session_no')))
    .where('hash', '=', hash)
    .execute()
}

/** Ends one of the member's own sessions. Refuses with 404 if there is none. */
export async function endOwnSession(db: Db, member: number, session: bigint): Promise<void> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('member_no', '=', member)
    .where('no', '=', session)
    .where('ended_at', 'is', null)
    .returning((eb) => afterBatches(eb.ref('sessions.no')))
    .executeTakeFirst()
  requireFound(ended)
}

/** Records that the member has just proved their identity again. */
export async function stepUp(db: Db | Tx, session: bigint): Promise<void> {
  await db.updateTable('sessions').set({ stepped_up_at: now }).where('no', '=', session).execute()
}

/** Ends the step-ups of the member's other sessions. */
export async function endOtherStepUps(tx: Tx, member: number, session: bigint): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('member_no', '=', member)
    .where('no', '<>', session)
    .where('ended_at', 'is', null)
    .execute()
}

const openSessions = compileOnce((db, { member }: Given<{ member: number }>) =>
  db
    .selectFrom('sessions')
    .select(['no', 'device', 'created_at', 'seen_at'])
    .where('member_no', '=', member)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('no', 'desc')
    .limit(MAX_SESSIONS),
)

export async function listSessions(db: Db, member: number, current: bigint) {
  const rows = await openSessions.rows(db, { member })
  return rows.map(({ no, device, created_at, seen_at }) => ({
    id: String(no),
    current: no === current,
    device,
    signed_in_at: created_at.toISOString(),
    last_seen_at: seen_at.toISOString(),
  }))
}

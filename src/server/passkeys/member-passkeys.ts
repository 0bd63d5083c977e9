import { nowMs } from '../../clock/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import { reject } from '../../contract/refusals/reject.ts'
import type { NewPasskey, PasskeyAssertion } from '../../contract/subjects/passkeys.ts'
import type { Tx } from '../../db/types.ts'
import { STEP_UP_MS } from '../auth/caller.ts'
import { changeCredentials, type LockedAccount } from '../auth/locked-account.ts'
import { reportSecurityChange, reportSecurityEvent } from '../auth/security-change.ts'
import { endOtherStepUps, startSession, stepUp, type Tokens } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { copiedPasskeyEmail, passkeyEmail } from '../email/email-templates.ts'
import { ownedBy, consumeChallenge } from './challenges.ts'
import {
  acceptCreation,
  deletePasskey,
  insertPasskey,
  judgeAssertion,
  startCreation,
  startRequest,
  type PasskeyRow,
} from './passkeys.ts'

// How members use their passkeys. One signs in without a password, and counts wherever the password
// or the authenticator app's code does.

type Caller = { no: number; session: bigint; username: string }
type Core = Pick<Context, 'db' | 'config'>

/**
 * Signs in the member who owns the passkey. An unknown passkey and a wrong answer get the same
 * error.
 */
export async function signInWithPasskey(
  { db, config }: Core,
  form: PasskeyAssertion,
  { device, log }: { device: string; log: FastifyBaseLogger },
): Promise<{ tokens: Tokens; member: number }> {
  const { challenge } = await consumeChallenge(db, form.ceremony, { purpose: 'sign_in' })
  // Without a user handle, the answer doesn't identify the passkey's owner.
  const named = Boolean(form.credential.response.userHandle)
  const isMembers = (row: PasskeyRow) => named && row.member_no !== null
  const passkey = await judge({ db, config }, { form, challenge, log }, isMembers)
  const member = passkey?.member_no ?? null
  log.info({ member, right: passkey !== null }, 'passkey sign-in')
  if (!passkey || member === null) throw reject('passkey_refused')
  const { verified_at: verifiedAt, suspended } = await db
    .selectFrom('identities')
    .innerJoin('members', 'members.no', 'identities.member_no')
    .select(['identities.verified_at', 'members.suspended'])
    .where('member_no', '=', member)
    .executeTakeFirstOrThrow()
  if (!verifiedAt) throw reject('email_not_verified')
  if (suspended) throw reject('account_suspended')
  const by = { call: 'passkeyLogin', claim: { passkey: passkey.no } } as const
  return { tokens: await startSession(db, config, { member, by }, device), member }
}

const judge = (
  core: Core,
  asked: Parameters<typeof judgeAssertion>[1],
  counts: (row: PasskeyRow) => boolean,
) =>
  judgeAssertion(core, asked, counts, async (tx, row) => {
    if (row.member_no !== null) await reportCopy(tx, core.config, row)
  })

async function reportCopy(tx: Tx, config: Core['config'], row: PasskeyRow): Promise<void> {
  const reader = await tx
    .selectFrom('identities')
    .select(['member_no', 'username', 'email', 'language'])
    .where('member_no', '=', row.member_no)
    .executeTakeFirstOrThrow()
  const { member_no: member, email: to } = reader
  const content = copiedPasskeyEmail(reader, row.name)
  await reportSecurityEvent(config, { tx, member, to, kind: 'passkey_copied', content })
}

export const startMemberRequest = (core: Core, { no, session }: Caller) =>
  startRequest(core, { purpose: 'step_up', owner: ownedBy('member', session) }, { member: no })

/** Accepts one of the member's own passkeys as the session's proof. */
export async function proveByPasskey(
  core: Core,
  { no, session }: Caller,
  form: PasskeyAssertion,
  log: FastifyBaseLogger,
): Promise<{ valid_until: string }> {
  const asked = { purpose: 'step_up', owner: ownedBy('member', session) } as const
  const { challenge } = await consumeChallenge(core.db, form.ceremony, asked)
  const passkey = await judge(core, { form, challenge, log }, (row) => row.member_no === no)
  if (!passkey) throw reject('passkey_refused')
  const by = { call: 'stepUp', claim: { session, passkey: passkey.no } } as const
  await changeCredentials(core.db, no, by, async ({ tx }) => await stepUp(tx, session))
  return { valid_until: new Date(nowMs() + STEP_UP_MS).toISOString() }
}

export const startMemberPasskey = (core: Core, { no, session, username }: Caller) =>
  startCreation(core, { member: no }, { owner: ownedBy('member', session), name: username })

/** Stores a new passkey, holds payouts, and emails the member. */
export async function addMemberPasskey(
  core: Core,
  { no, session }: Caller,
  form: NewPasskey,
  log: FastifyBaseLogger,
) {
  const created = await acceptCreation(core, form, ownedBy('member', session), log)
  const by = { call: 'addPasskey', claim: { session } } as const
  return await changeCredentials(core.db, no, by, async (account) => {
    const added = await insertPasskey(account.tx, { member: no }, form.name, created)
    await reportChange(account, core.config, 'passkey_added', form.name)
    return added
  })
}

/**
 * Removes a passkey, holds payouts, and emails the member. Ends step-ups in other sessions, which
 * may be on the device that was lost.
 */
export async function removeMemberPasskey(
  { db, config }: Core,
  { no, session }: Caller,
  passkey: bigint,
): Promise<void> {
  const by = { call: 'removePasskey', claim: { session } } as const
  await changeCredentials(db, no, by, async (account) => {
    const { name } = await deletePasskey(account.tx, { member: no }, passkey)
    await endOtherStepUps(account.tx, no, session)
    await reportChange(account, config, 'passkey_removed', name)
  })
}

const reportChange = (
  account: LockedAccount,
  config: Core['config'],
  kind: 'passkey_added' | 'passkey_removed',
  name: string,
): Promise<void> =>
  reportSecurityChange(account, config, kind, (holdHours) =>
    passkeyEmail(account, { kind, name, holdHours }),
  )

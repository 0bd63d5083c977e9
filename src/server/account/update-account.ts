import type { Updateable } from 'kysely'
import type { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import type { Database, Db, Tx } from '../../db/types.ts'
import type { Context } from '../context.ts'
import { requireProof } from '../http/require-proof.ts'
import type { Member } from '../http/route.ts'
import { submitCommand } from '../http/submit.ts'
import { changeCredentials, endPrepared } from '../auth/locked-account.ts'
import { readSecuritySettings } from '../auth/security-change.ts'
import { changeWallet, readWallet } from './change-wallet.ts'
import { requestEmailChange } from './request-email-change.ts'

type Form = z.output<typeof calls.updateMe.body>

/** Counts a change against its limit, before anything changes. */
export type CountChange = {
  readonly email: (email: string) => Promise<void>
  readonly wallet: () => Promise<void>
  readonly autoUpgrade: () => Promise<void>
}

/**
 * Updates the fields in the form and leaves the rest. A wallet address takes effect at once and
 * holds payouts. A new email address waits for its link. Both need a recent step-up. Saving the
 * address on file again cancels a pending change.
 */
export async function updateAccount(
  context: Context,
  member: Member,
  form: Form,
  count: CountChange,
): Promise<void> {
  const { db, book, config } = context
  const before = await db
    .selectFrom('identities')
    .innerJoin('members', 'members.no', 'identities.member_no')
    .select(['email', 'pending_email', 'wallet_address', 'members.auto_upgrade'])
    .where('member_no', '=', member.no)
    .executeTakeFirstOrThrow()
  const wallet = await readWallet(context, form.wallet_address)
  const newWallet = wallet !== undefined && wallet !== before.wallet_address
  const sameEmail = form.email?.toLowerCase() === before.email.toLowerCase()
  const newEmail = sameEmail ? undefined : form.email
  // A command stays in the ledger for good, so we write none that changes nothing.
  const newAutoUpgrade = form.auto_upgrade === before.auto_upgrade ? undefined : form.auto_upgrade
  const emailOnFile = sameEmail && before.pending_email !== null
  if (newWallet || newEmail) requireProof(member)
  // Removing an address needs one that was counted.
  if (newWallet && wallet !== null) await count.wallet()
  if (newEmail) await count.email(newEmail)
  if (newAutoUpgrade !== undefined) await count.autoUpgrade()
  if (newWallet || newEmail || emailOnFile) {
    const by = { call: 'updateMe', claim: { session: member.session } } as const
    await changeCredentials(db, member.no, by, async (account) => {
      const settings = await readSecuritySettings(account.tx, config)
      await updateFields(account.tx, member.no, form)
      if (newWallet) await changeWallet(account, settings, wallet)
      if (newEmail) await requestEmailChange(account, settings, newEmail)
      if (emailOnFile) await endPrepared(account, member.session)
    })
  } else await updateFields(db, member.no, form)
  if (newAutoUpgrade === undefined) return
  await submitCommand(book, {
    command: { kind: 'set_auto_upgrade', member: member.no, on: newAutoUpgrade },
    by: { member: member.no },
  })
}

async function updateFields(db: Db | Tx, member: number, form: Form): Promise<void> {
  const fields: Updateable<Database['identities']> = {}
  if (form.first_name !== undefined) fields.first_name = form.first_name
  if (form.last_name !== undefined) fields.last_name = form.last_name
  if (form.phone_number !== undefined) fields.phone_number = form.phone_number
  if (form.language !== undefined) fields.language = form.language
  if (form.share_contact !== undefined) fields.share_contact = form.share_contact
  if (Object.keys(fields).length === 0) return
  await db.updateTable('identities').set(fields).where('member_no', '=', member).execute()
}

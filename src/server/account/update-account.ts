import type { Updateable } from 'kysely'
import type { z } from 'zod'
import type { calls } from '../../contract/calls.ts'
import type { Database, Db, Tx } from '../../db/types.ts'
import { parseAddress, type Address } from '../../tron/encoding/address.ts'
import { unpayableReason } from '../../tron/transaction/payable.ts'
import type { Context } from '../context.ts'
import { isOwnAddress } from '../deposit/addresses.ts'
import { requireStepUp } from '../auth/caller.ts'
import type { Member } from '../http/route.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { submitCommand } from '../http/submit.ts'
import { emailChangeEmail, securityEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import {
  changeCredentials,
  endPrepared,
  setCredentials,
  type LockedAccount,
} from '../auth/locked-account.ts'
import { issueEmailTokens, revokeEmailTokens } from '../auth/email-tokens.ts'
import { isEmailTaken } from '../auth/credentials.ts'
import {
  holdPayouts,
  securitySettings,
  tellMember,
  type SecuritySettings,
} from '../auth/security-change.ts'
import { text } from '../../contract/texts/texts.ts'

type Form = z.output<typeof calls.updateMe.body>

/**
 * Updates the fields in the form and leaves the rest. A wallet address takes effect at once and
 * holds payouts. A new email address waits for its link. Both need a recent step-up. Saving the
 * address on file again cancels a pending new one.
 */
export async function updateAccount(
  context: Context,
  member: Member,
  form: Form,
  countNewEmail: (email: string) => Promise<void>,
): Promise<void> {
  const { db, book, config } = context
  const before = await db
    .selectFrom('identities')
    .select(['email', 'pending_email', 'wallet_address'])
    .where('member_no', '=', member.no)
    .executeTakeFirstOrThrow()
  const wallet = readWallet(form.wallet_address, context.usdtContract)
  if (wallet && (await isOwnAddress(db, context.usdtContract, wallet))) {
    throw rejectField('wallet_address', text('address_ours'))
  }
  const newWallet = wallet !== undefined && wallet !== before.wallet_address
  const sameEmail = form.email?.toLowerCase() === before.email.toLowerCase()
  const newEmail = sameEmail ? undefined : form.email
  const keptEmail = sameEmail && before.pending_email !== null
  if (newWallet || newEmail) requireStepUp(member)
  if (newEmail) await countNewEmail(newEmail)
  if (newWallet || newEmail || keptEmail) {
    const by = { call: 'updateMe', claim: { session: member.session } } as const
    const settings = securitySettings(config)
    await changeCredentials(db, member.no, by, async (account) => {
      await updateFields(account.tx, member.no, form)
      if (newWallet) await changeWallet(account, settings, wallet)
      if (newEmail) await askForNewEmail(account, settings, newEmail)
      if (keptEmail) await endPrepared(account, member.session)
    })
  } else await updateFields(db, member.no, form)
  if (form.auto_upgrade === undefined) return
  await submitCommand(book, {
    command: { kind: 'set_auto_upgrade', member: member.no, on: form.auto_upgrade },
    by: { member: member.no },
  })
}

function readWallet(typed: string | null | undefined, usdtContract: Address) {
  if (typed === undefined) return undefined
  if (typed === null || typed === '') return null
  const reading = parseAddress(typed)
  if (!reading.ok) throw rejectField('wallet_address', text(`address_${reading.fault}`))
  // The token's contract counts as one of our own addresses; whether it is any contract is asked
  // when it is paid.
  if (unpayableReason(reading.address, usdtContract) === 'nobody') {
    throw rejectField('wallet_address', text('address_nobodys'))
  }
  return reading.address
}

async function updateFields(db: Db | Tx, member: number, form: Form): Promise<void> {
  const fields: Updateable<Database['identities']> = {}
  if (form.first_name !== undefined) fields.first_name = form.first_name
  if (form.last_name !== undefined) fields.last_name = form.last_name
  if (form.phone_number !== undefined) fields.phone_number = form.phone_number
  if (form.share_contact !== undefined) fields.share_contact = form.share_contact
  if (Object.keys(fields).length === 0) return
  await db.updateTable('identities').set(fields).where('member_no', '=', member).execute()
}

async function changeWallet(
  account: LockedAccount,
  settings: SecuritySettings,
  wallet: string | null,
): Promise<void> {
  const { tx, member_no: member, username, email: to, wallet_address: before } = account
  await setCredentials(account, { wallet_address: wallet })
  await holdPayouts(account, settings, 'wallet_changed')
  const content = securityEmail(username, 'wallet_changed', settings.holdHours)
  await tellMember(settings, { tx, member, to, kind: 'wallet_changed', content, before })
}

// Never reveals whether the new address belongs to someone else. The member's own mailbox gets the
// same notice either way, and a taken address just gets no email.
async function askForNewEmail(
  account: LockedAccount,
  settings: SecuritySettings,
  email: string,
): Promise<void> {
  const { tx, member_no: member, username, email: to } = account
  await setCredentials(account, { pending_email: email })
  await revokeEmailTokens(tx, member, ['reset', 'email'])
  const notice = securityEmail(username, 'email_asked', settings.holdHours)
  await tellMember(settings, { tx, member, to, kind: 'email_asked', content: notice })
  if (await isEmailTaken(tx, email, member)) return
  const [token = ''] = await issueEmailTokens(tx, 'email', [{ member, email }])
  const content = emailChangeEmail(settings.publicUrl, username, token)
  await enqueueEmails(tx, [{ to: email, kind: 'verification', content }])
}

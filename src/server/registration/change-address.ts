import { reject } from '../../contract/refusals/reject.ts'
import { isDuplicate } from '../../db/errors.ts'
import { isEmailTaken } from '../auth/credentials.ts'
import {
  canTakeBack,
  prolongOlder,
  recordReturn,
  voidYounger,
} from '../auth/disputes/former-mailboxes.ts'
import { endPrepared, setCredentials, type LockedAccount } from '../auth/locked-account.ts'
import { holdPayouts, notifyMember, type SecuritySettings } from '../auth/security-change.ts'
import { movedBackEmail, newAddressEmail, securityEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'

/** Makes the pending address the one on file, and emails both mailboxes. */
export async function changeAddress(
  account: LockedAccount,
  settings: SecuritySettings,
  email: string,
): Promise<void> {
  const { tx, member_no: member, pending_email: pending } = account
  if (pending?.toLowerCase() !== email.toLowerCase()) throw reject('invalid_token')
  if (await isEmailTaken(tx, email, member)) throw reject('invalid_token')
  await replaceEmail(account, email)
  await holdPayouts(account, settings, 'email_changed')
  await endPrepared(account)
  await tellFormer(account, settings, email)
  // The new mailbox gets no dispute link. A thief could use it up before the owner does.
  const toNew = newAddressEmail(account, settings.publicUrl, settings.holdHours)
  await enqueueEmails(tx, [{ to: email, kind: 'security', content: toNew }])
}

/** Emails the replaced mailbox. If the one before it takes the account back, sends no link. */
async function tellFormer(
  account: LockedAccount,
  settings: SecuritySettings,
  email: string,
): Promise<void> {
  const { tx, member_no: member, email: before } = account
  if (await canTakeBack(account, email)) {
    await voidYounger(account, email)
    await recordReturn(account)
    const content = movedBackEmail(account, settings.publicUrl)
    await enqueueEmails(tx, [{ to: before, kind: 'security', content }])
    return
  }
  await prolongOlder(account)
  const content = securityEmail(account, 'email_changed', settings.holdHours)
  await notifyMember(settings, { tx, member, to: before, kind: 'email_changed', content, before })
}

/** Changes the address on file. Refuses one that someone took at the same moment. */
async function replaceEmail(account: LockedAccount, email: string): Promise<void> {
  try {
    await setCredentials(account, { email })
  } catch (error) {
    if (isDuplicate(error)) throw reject('invalid_token')
    throw error
  }
}

import { emailChangeEmail, securityEmail } from '../email/email-templates.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { setCredentials, type LockedAccount } from '../auth/locked-account.ts'
import { issueEmailToken, revokeEmailTokens } from '../auth/tokens/email-tokens.ts'
import { isEmailTaken } from '../auth/credentials.ts'
import { prolongOlder } from '../auth/disputes/former-mailboxes.ts'
import { notifyMember, type SecuritySettings } from '../auth/security-change.ts'

/**
 * Emails the link that confirms a new address. Never reveals whether that address belongs to
 * someone else. The member's own mailbox gets the same notice either way, and a taken address just
 * gets no email.
 */
export async function requestEmailChange(
  account: LockedAccount,
  settings: SecuritySettings,
  email: string,
): Promise<void> {
  const { tx, member_no: member, email: to } = account
  await setCredentials(account, { pending_email: email })
  await revokeEmailTokens(tx, member, ['reset', 'email'])
  const notice = securityEmail(account, 'email_asked', settings.holdHours)
  await prolongOlder(account)
  await notifyMember(settings, { tx, member, to, kind: 'email_asked', content: notice })
  if (await isEmailTaken(tx, email, member)) return
  const token = await issueEmailToken(tx, 'email', { member, email })
  const content = emailChangeEmail(account, settings.publicUrl, token)
  await enqueueEmails(tx, [{ to: email, kind: 'verification', content }])
}

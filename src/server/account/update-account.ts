import { sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { schemas } from '../../contract/schemas.ts'
import type { People } from '../../db/tables/people.ts'
import type { Tx } from '../../db/types.ts'
import { parseAddress, type Address } from '../../tron/address.ts'
import { unpayableReason } from '../../tron/payable.ts'
import type { Context } from '../context.ts'
import { isOwnAddress } from '../deposit/addresses.ts'
import { requireStepUp, type Member } from '../http/caller.ts'
import { refuseField } from '../http/refusal.ts'
import { submit } from '../http/submit.ts'
import { emailChangeLetter, securityLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { issueMailTokens, revokeMailTokens } from './mail-tokens.ts'
import { findByEmail } from './queries.ts'
import { holdPayouts, holdSettings, type HoldSettings } from './security-change.ts'

type Form = z.output<typeof schemas.updateMe.body>
type Before = { username: string; email: string; wallet_address: string | null }

const ownAddress = 'This address belongs to Twofold. Enter the address of your own wallet.'
const nobodysAddress = 'This address is nobody’s: what is paid to it is lost.'

/**
 * Changes what the form names and leaves the rest. A wallet address counts at once and holds
 * payouts; a new e-mail address waits for its link. Both need the password of the last minutes.
 */
export async function updateAccount(
  context: Context,
  member: Member,
  form: Form,
  countNewEmail: (email: string) => Promise<void>,
): Promise<void> {
  const { db, book, config } = context
  const before = await db
    .selectFrom('people')
    .select(['username', 'email', 'wallet_address'])
    .where('member_no', '=', member.no)
    .executeTakeFirstOrThrow()
  const wallet = readWallet(form.wallet_address, context.usdtContract)
  if (wallet && (await isOwnAddress(db, context.usdtContract, wallet))) {
    throw refuseField('wallet_address', ownAddress)
  }
  const newWallet = wallet !== undefined && wallet !== before.wallet_address
  const newEmail =
    form.email !== undefined && form.email.toLowerCase() !== before.email.toLowerCase()
  if (newWallet || newEmail) requireStepUp(member)
  if (newEmail && form.email) await countNewEmail(form.email)
  await db.transaction().execute(async (tx) => {
    await updateFields(tx, member.no, form)
    const hold = holdSettings(config)
    if (newWallet) await changeWallet(tx, hold, member.no, before, wallet)
    if (newEmail && form.email)
      await askForNewEmail(tx, config.publicUrl, member.no, before, form.email)
  })
  if (form.auto_upgrade === undefined) return
  await submit(book, {
    command: { kind: 'set_auto_upgrade', member: member.no, on: form.auto_upgrade },
    by: { member: member.no },
  })
}

function readWallet(text: string | null | undefined, usdtContract: Address) {
  if (text === undefined) return undefined
  if (text === null || text === '') return null
  const reading = parseAddress(text)
  if (!reading.ok) throw refuseField('wallet_address', reading.message)
  // The token's contract counts as one of our own addresses; whether it is any contract is asked
  // when it is paid.
  if (unpayableReason(reading.address, usdtContract) === 'nobody') {
    throw refuseField('wallet_address', nobodysAddress)
  }
  return reading.address
}

async function updateFields(tx: Tx, member: number, form: Form): Promise<void> {
  const fields: Updateable<People> = {}
  if (form.first_name !== undefined) fields.first_name = form.first_name
  if (form.last_name !== undefined) fields.last_name = form.last_name
  if (form.phone_number !== undefined) fields.phone_number = form.phone_number
  if (form.share_contact !== undefined) fields.share_contact = form.share_contact
  if (Object.keys(fields).length === 0) return
  await tx.updateTable('people').set(fields).where('member_no', '=', member).execute()
}

async function changeWallet(
  tx: Tx,
  hold: HoldSettings,
  member: number,
  { username, email }: Before,
  wallet: string | null,
): Promise<void> {
  await sql`update people set wallet_address = ${wallet} where member_no = ${member}`.execute(tx)
  await holdPayouts(tx, hold, member, 'wallet_changed')
  const letter = securityLetter(username, 'The wallet address was changed', hold.hours)
  await enqueueMails(tx, [{ to: email, kind: 'security', letter }])
}

// Whether the new address is somebody else's is told to nobody: the member's own mailbox gets the
// same notice, and the new address alone gets no mail then.
async function askForNewEmail(
  tx: Tx,
  publicUrl: string,
  member: number,
  { username, email: old }: Before,
  email: string,
): Promise<void> {
  await tx
    .updateTable('people')
    .set({ pending_email: email })
    .where('member_no', '=', member)
    .execute()
  await revokeMailTokens(tx, member, ['reset'])
  const notice = securityLetter(username, 'A new email address was asked for', 0)
  await enqueueMails(tx, [{ to: old, kind: 'security', letter: notice }])
  if (await findByEmail(tx, email)) return
  const [token = ''] = await issueMailTokens(tx, 'email', [{ member, email }])
  const letter = emailChangeLetter(publicUrl, username, token)
  await enqueueMails(tx, [{ to: email, kind: 'verification', letter }])
}

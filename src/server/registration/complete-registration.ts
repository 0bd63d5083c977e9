import type { Db } from '../../db/types.ts'
import { callHook } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { submitCommand } from '../http/submit.ts'
import { isEmailTaken } from '../auth/credentials.ts'
import { findRegistration } from './registrations.ts'
import { isDuplicate } from '../../db/errors.ts'
import { insertIdentities } from './insert-identities.ts'

/**
 * Creates the member for a registration with a verified mailbox, once. A second call changes
 * nothing. Refuses if someone else has taken the address in the meantime.
 */
export async function completeRegistration(
  { db, book }: Pick<Context, 'db' | 'book'>,
  registration: bigint,
): Promise<void> {
  const pending = await findRegistration(db, registration)
  if (!pending) throw reject('invalid_token')
  if (pending.member_no !== null) return
  if (await isEmailTaken(db, pending.email)) return await requireJoined(db, registration)
  try {
    await submitCommand(book, {
      command: { kind: 'register', sponsor: pending.sponsor_no },
      by: { system: 'registration' },
      hook: callHook(insertIdentities, { registration }),
    })
  } catch (error) {
    // Two links to one mailbox, or the same link twice, can run at once. The database lets one win.
    if (!isDuplicate(error) && !(error instanceof DoneElsewhere)) throw error
    await requireJoined(db, registration)
  }
}

/** Refuses unless the same link, followed at the same moment, has just created this member. */
async function requireJoined(db: Db, registration: bigint): Promise<void> {
  const now = await findRegistration(db, registration)
  if (!now || now.member_no === null) throw reject('invalid_token')
}

import type { FastifyBaseLogger } from 'fastify'
import type { PasskeyAssertion } from '../../../contract/subjects/passkeys.ts'
import type { Tx } from '../../../db/types.ts'
import { audit } from '../../audit/audit.ts'
import type { Context } from '../../context.ts'
import { reportAccess } from '../../email/report-access.ts'
import { judgeAssertion, type PasskeyRow } from '../../passkeys/passkeys.ts'
import type { Origin } from '../session-object.ts'

export type Logged = Origin & { log: FastifyBaseLogger }

/** The operator's passkey that signed a challenge; null if there is no valid one. */
export const judgeOperators = (
  context: Context,
  { form, challenge, from }: { form: PasskeyAssertion; challenge: string; from: Logged },
  counts: (row: PasskeyRow) => boolean,
) =>
  judgeAssertion(context, { form, challenge, log: from.log }, counts, (tx, row) =>
    reportPasskey(tx, context, row.operator ?? '', from, {
      action: 'refuse copied passkey',
      what: `used the passkey “${row.name}”, which may have been copied: we refused it`,
      passkey: row.name,
    }),
  )

/** Puts a change into the audit log and the alert mailbox, because it may be an intruder's. */
export async function reportPasskey(
  tx: Tx,
  { config }: Context,
  username: string,
  { device, address, requestId }: Origin,
  { action, what, passkey }: { action: string; what: string; passkey: string },
): Promise<void> {
  const object = `operator ${username}`
  const after = { passkey, device, address }
  await audit(tx, [{ operator: username, action, object, after, requestId }])
  await reportAccess(tx, config, username, what, { device, address })
}

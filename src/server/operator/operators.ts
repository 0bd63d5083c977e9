import { randomBytes } from 'node:crypto'
import type { OperatorRole } from '../../contract/endpoint.ts'
import type { Db } from '../../db/types.ts'
import { hashPassword } from '../account/password.ts'
import type { Config } from '../config.ts'

/** Adds an operator, or gives an existing one a new role and password. Answers the password. */
export async function addOperator(db: Db, name: string, role: OperatorRole): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const hash = await hashPassword(password)
  const username = name.toLowerCase()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('operators')
      .values({ username, role, password_hash: hash })
      .onConflict((conflict) =>
        conflict.column('username').doUpdateSet({
          role,
          password_hash: hash,
          totp_secret: null,
          totp_confirmed_at: null,
          totp_last_step: null,
          disabled_at: null,
        }),
      )
      .execute()
    await tx
      .updateTable('operator_sessions')
      .set({ ended_at: new Date() })
      .where('operator', '=', username)
      .where('ended_at', 'is', null)
      .execute()
    await tx
      .insertInto('audit_entries')
      .values({ operator: 'command line', action: 'add operator', object: username, after: null })
      .execute()
  })
  return password
}

/** Creates the operator that the configuration names when there is none at all. */
export async function ensureFirstOperator(db: Db, { operator }: Config): Promise<void> {
  if (!operator) return
  const any = await db.selectFrom('operators').select('username').limit(1).executeTakeFirst()
  if (any) return
  const hash = await hashPassword(operator.password)
  await db
    .insertInto('operators')
    .values({ username: operator.username.toLowerCase(), role: 'admin', password_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

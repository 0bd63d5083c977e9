import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '../api/email/smtp-sink.ts'
import { withDatabase } from '../browser/support/database.ts'
import { until } from '../support/poll.ts'
import { startProduct, type Product } from '../support/product.ts'
import { isLong } from '../support/scale.ts'
import { clientOf, emailOf, password } from '../support/sign-up.ts'

// The SMTP server has accepted an email, and the process is killed before it stores that.

let sink: SmtpSink
let product: Product
/** The Message-IDs of accepted emails to the new member. */
const accepted: string[] = []
const registered = Promise.withResolvers<void>()
const stored = Promise.withResolvers<void>()
/** Keeps the first one from being stored until the process is dead. */
let holding: Promise<void> | undefined

async function holdStoring(): Promise<void> {
  const held = Promise.withResolvers<void>()
  holding = withDatabase(product, (db) =>
    db.transaction().execute(async (tx) => {
      await sql`lock table emails in share mode`.execute(tx)
      held.resolve()
      await until('the process to store the email', async () => {
        const { rows } = await sql`select from pg_locks
          where relation = 'emails'::regclass and not granted`.execute(tx)
        return rows.length > 0
      })
      await registered.promise
      await product.kill()
      // PostgreSQL would still run what it has got.
      await sql`select pg_terminate_backend(pid) from pg_locks
        where relation = 'emails'::regclass and not granted`.execute(tx)
      stored.resolve()
    }),
  )
  await held.promise
}

beforeAll(async () => {
  sink = await openSmtpSink(async ({ raw, recipients }) => {
    if (!recipients.includes(emailOf('killed'))) return
    accepted.push(/^Message-ID: (.+)$/im.exec(raw.toString())?.[1] ?? 'none')
    if (accepted.length === 1) await holdStoring()
  })
  product = await startProduct({ env: { SMTP_URL: sink.settings.smtpUrl } })
})
afterAll(async () => {
  await product.remove()
  await sink.close()
})

const unsent = () =>
  withDatabase(product, (db) =>
    db.selectFrom('emails').select('no').where('sent_at', 'is', null).execute(),
  )

test.runIf(isLong)(
  'sends an email that it couldn’t store as sent once more, with its Message-ID',
  async () => {
    const [username, email] = ['killed', emailOf('killed')]
    const form = { username, email, password, password2: password, referral_code: null }
    await clientOf(product).ask('POST', 'auth/register/', form)
    registered.resolve()
    await stored.promise
    await holding
    expect(await unsent()).toHaveLength(1)
    // The lease of the killed process ends after a minute.
    await withDatabase(product, (db) =>
      db.updateTable('emails').set({ next_at: new Date() }).where('sent_at', 'is', null).execute(),
    )
    await product.start()
    await until('the email to be stored as sent', async () => (await unsent()).length === 0)
    expect(accepted).toHaveLength(2)
    expect(accepted[0]).toMatch(/^<\d+\.\d+\.email@localhost>$/)
    expect(accepted[1]).toBe(accepted[0])
  },
)

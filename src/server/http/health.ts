import { sql } from 'kysely'
import type { Mailbox } from '../mail/mailbox.ts'
import type { Context } from '../context.ts'
import { route, type Route } from './route.ts'

export type Check = 'ok' | 'degraded' | 'down'
/** What lies outside the database: how the chain and the rate do, where development's mail goes. */
export type Edges = { mailbox?: Mailbox; chain?: () => Check; rate?: () => Check }
export type Health = { database: Check; chain: Check; mail: Check; rate: Check }

/** How the product's own parts and the outside systems do. */
export async function checkHealth(context: Context, edges: Edges): Promise<Health> {
  const [database, mail] = await Promise.all([checkDatabase(context), checkMail(context)])
  return { database, mail, chain: edges.chain?.() ?? 'ok', rate: edges.rate?.() ?? 'ok' }
}

async function checkDatabase({ db }: Context): Promise<Check> {
  return await sql`select 1`.execute(db).then(
    () => 'ok',
    () => 'down',
  )
}

// Mail is late when what was due ten minutes ago has been tried in vain.
async function checkMail({ db }: Context): Promise<Check> {
  try {
    const late = await db
      .selectFrom('mails')
      .select('no')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('attempts', '>', 0)
      .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
      .limit(1)
      .executeTakeFirst()
    return late ? 'degraded' : 'ok'
  } catch {
    return 'degraded'
  }
}

export const healthRoutes = (edges: Edges): Route[] => [
  route('live', () => Promise.resolve({ status: 'ok' })),
  route('ready', async ({ context, reply }) => {
    const checks = await checkHealth(context, edges)
    if (checks.database === 'down') {
      return reply.code(503).send({ status: 'down', checks })
    }
    const well = Object.values(checks).every((check) => check === 'ok')
    return { status: well ? 'ok' : 'degraded', checks }
  }),
]

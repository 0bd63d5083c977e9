import type { ChildProcess } from 'node:child_process'
import { TEST_EVENT } from '../../../src/contract/subjects/webhook-events.ts'
import { addWebhook } from '../../../src/server/webhooks/endpoints.ts'
import { addDeliveries, lockLanes } from '../../../src/server/webhooks/lanes.ts'
import { insertEvents, makeEvent } from '../../../src/server/webhooks/queue-events.ts'
import type { Pace } from '../../../src/server/webhooks/send-events.ts'
import type { TestDatabase } from '../../support/database.ts'
import { endSenders, startSender, type Sender } from '../start-sender.ts'

const authSecret = 'a secret of at least thirty-two characters'

/** Fast, with leases that run out soon. */
export const QUICK: Partial<Pace> = {
  lookEveryMs: 50,
  leaseMs: 3_000,
  renewMs: 500,
  firstRetryMs: 20,
}

/** Processes that send the webhooks of a database. */
export function openSenders(database: TestDatabase) {
  const senders: ChildProcess[] = []
  return {
    /** @param url the database, if not directly */
    async start(
      pace: Partial<Pace>,
      { url = database.urlOfPart('worker'), held = false } = {},
    ): Promise<Sender> {
      const args = [url, authSecret, JSON.stringify(pace), ...(held ? ['held'] : [])]
      const program = new URL('./webhook-sender.ts', import.meta.url)
      return await startSender(program, args, senders)
    },
    killAll: () => endSenders(database, senders),
  }
}

/** Adds an endpoint. Returns its number and its secret. */
export async function addEndpoint({ db }: TestDatabase, url: string, events = [TEST_EVENT]) {
  const config = { production: false, authSecret, alertEmail: 'alerts@example.org' }
  const form = { url, description: '', events: events as never }
  const { webhook, secret } = await addWebhook({ db, config: config as never }, form, {
    operator: 'test',
    requestId: 'test',
    device: 'a test',
    address: '127.0.0.1',
  })
  return { no: Number(webhook.id), secret }
}

/** Queues a test event for each of these members. */
export function queueFor(
  { db }: TestDatabase,
  endpoint: number,
  members: readonly number[],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { event_no: last } = await tx
      .updateTable('webhook_cursor')
      .set((eb) => ({ event_no: eb('event_no', '+', BigInt(members.length)) }))
      .returning('event_no')
      .executeTakeFirstOrThrow()
    const about = { type: TEST_EVENT, at: new Date(), member: null, data: { test: true } }
    const events = members.map((member, i) => {
      const no = last - BigInt(members.length - 1 - i)
      return { ...makeEvent(no, about), member, seq: 0n }
    })
    await insertEvents(tx, events)
    await lockLanes(tx)
    await addDeliveries(tx, events, endpoint)
  })
}

/**
 * A member's own deposit address, for life, assigned on first use. Only the worker's role may write
 * addresses, and a web process asks the worker for one. Otherwise, someone who broke into a web
 * process or stole its database role could register an address and be credited for coins that we
 * never get.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { reject } from '../../../contract/refusals/reject.ts'
import { is } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import type { Address } from '../../../tron/encoding/address.ts'
import type { Config } from '../../config/config.ts'
import { roles } from '../../config/roles.ts'
import { repeat, type Worker } from '../../workers/repeat.ts'
import type { Context } from '../../context.ts'
import { assignAddress, findAddress, type AssigningContext } from './addresses.ts'

/** A member waits for an address only once, so neither side has to hurry. */
const POLL_MS = 100
const ASSIGN_EVERY_MS = 250
/** Longer than a slow node delays the worker, and shorter than the clients' timeout. */
const MAX_WAIT_MS = 5_000
/** Each one asks the nodes about its address, at the same time. */
const PER_ROUND = 20

type Needs = AssigningContext & { config: Pick<Config, 'part'> }

/** Refuses with 503 if no worker assigns one in time. */
export async function depositAddress(
  context: Needs,
  member: number,
  mostWaitMs = MAX_WAIT_MS,
): Promise<Address> {
  const { db, config } = context
  const known = await findAddress(db, member)
  if (known) return known
  return roles[config.part].followsChain
    ? await assignAddress(context, member)
    : await requestAddress(db, member, mostWaitMs)
}

async function requestAddress(db: Db, member: number, mostWaitMs: number): Promise<Address> {
  await db
    .insertInto('deposit_address_requests')
    .values({ member_no: member })
    .onConflict((conflict) => conflict.column('member_no').doNothing())
    .execute()
  const untilMs = performance.now() + mostWaitMs
  while (performance.now() < untilMs) {
    await sleep(POLL_MS)
    const made = await findAddress(db, member)
    if (made) return made
  }
  throw reject('address_pending')
}

/** Assigns the addresses that web processes asked for, to members that exist. */
async function assignRequested(context: AssigningContext): Promise<void> {
  const { db } = context
  const asked = await db
    .selectFrom('deposit_address_requests as asked')
    .select((eb) => [
      'asked.member_no as member',
      is(eb.exists(eb.selectFrom('members').whereRef('members.no', '=', 'asked.member_no'))).as(
        'isMember',
      ),
    ])
    .orderBy('asked_at')
    .limit(PER_ROUND)
    .execute()
  await Promise.all(
    asked.map(async ({ member, isMember }) => {
      if (isMember && !(await findAddress(db, member))) await assignAddress(context, member)
      await db.deleteFrom('deposit_address_requests').where('member_no', '=', member).execute()
    }),
  )
}

export function startAssigning(context: AssigningContext & Pick<Context, 'stopping'>): Worker {
  const { log, stopping } = context
  const options = { name: 'deposit addresses', everyMs: ASSIGN_EVERY_MS, log, stopping }
  return repeat(options, () => assignRequested(context))
}

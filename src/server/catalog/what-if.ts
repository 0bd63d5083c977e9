import { sql } from 'kysely'
import { now, anyOf, ago, lit, is } from '../../db/expressions.ts'
import type { z } from 'zod'
import { WhatIfAnswer, type WhatIf } from '../../contract/subjects/catalog.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { PLAN_NAMES } from '../../domain/money/catalog.ts'
import { formatUsd } from '../../domain/money/money.ts'
import type { Context } from '../context.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { custodyAt } from './custody-at.ts'
import { liveRate } from '../rate/queries.ts'
import { openThread } from '../threads/ask-thread.ts'
import { requireDraft, type DraftRow } from './draft-rows.ts'
import type { Figures, FromReplay, LogRow, Replayed, ToReplay } from './what-if-messages.ts'

// "What if": replays the whole command log under a draft. Only one replay runs in the whole
// product, with a time limit. We keep its result for that revision of the draft.

type WhatIfAnswerBody = z.infer<typeof WhatIf>

const ROWS_AT_ONCE = 5_000
const MAX_MINUTES = 15

const program = new URL('./what-if-thread.ts', import.meta.url)

type WhatIfRow = RowOf<'what_ifs', 'state' | 'until_seq' | 'done_seq' | 'answer' | 'failure'> & {
  stale: boolean
}

async function readRow(db: Db, { no, revision }: DraftRow): Promise<WhatIfRow | undefined> {
  return await db
    .selectFrom('what_ifs')
    .select((eb) => [
      'state',
      'until_seq',
      'done_seq',
      'answer',
      'failure',
      is(eb('started_at', '<', ago('mins', MAX_MINUTES))).as('stale'),
    ])
    .where('draft_no', '=', no)
    .where('revision', '=', revision)
    .executeTakeFirst()
}

/** The result for the draft's current revision, or the replay's progress. */
export async function readWhatIf(db: Db, no: bigint): Promise<WhatIfAnswerBody> {
  const draft = await requireDraft(db, no)
  return show(draft, await readRow(db, draft))
}

function show(draft: DraftRow, row: WhatIfRow | undefined): WhatIfAnswerBody {
  const stopped = row?.state === 'running' && row.stale
  return {
    draft: String(draft.no),
    revision: draft.revision,
    state: row === undefined ? 'none' : stopped ? 'failed' : row.state,
    progress: row === undefined ? 0 : progressOf(row),
    failure: stopped ? 'The replay was interrupted.' : row?.failure || null,
    answer: row?.state === 'done' ? WhatIfAnswer.parse(row.answer) : null,
  }
}

const progressOf = ({ done_seq: done, until_seq: until }: WhatIfRow): number =>
  until === 0n ? 0 : Number((done * 1000n) / until) / 1000

/**
 * Starts the replay, or returns the one that is running or done for this revision.
 * @param db for the replay, which continues after the admin has signed out
 */
export async function startWhatIf(context: Context, db: Db, no: bigint): Promise<WhatIfAnswerBody> {
  const { log } = context
  const draft = await requireDraft(db, no)
  const known = await readRow(db, draft)
  if (known && known.state !== 'failed' && !known.stale) return show(draft, known)
  if (known?.state === 'done') return show(draft, known)
  const until = await claim(context.db, draft)
  if (until === null) throw reject('what_if_busy')
  run({ ...context, db }, draft, until).catch((error: unknown) => {
    log.warn({ err: error, draft: String(no) }, 'a replay failed')
    const ended = { state: 'failed' as const, failure: 'The replay failed. Please try again.' }
    return finish(db, draft, ended).catch(() => undefined)
  })
  return await readWhatIf(db, no)
}

/**
 * Records that this replay is running, unless another one is. Returns the last command number to
 * replay.
 */
async function claim(db: Db, { no, revision }: DraftRow): Promise<bigint | null> {
  return await db.transaction().execute(async (tx) => {
    await sql`lock table what_ifs in share row exclusive mode`.execute(tx)
    const running = await tx
      .selectFrom('what_ifs')
      .where('state', '=', 'running')
      .where('started_at', '>', ago('mins', MAX_MINUTES))
      .execute()
    if (running.length > 0) return null
    const row = await tx
      .insertInto('what_ifs')
      .columns(['draft_no', 'revision', 'until_seq', 'state'])
      .expression((eb) =>
        eb
          .selectFrom('commands')
          .select(({ fn, ref }) => [
            sql<bigint>`${no}::bigint`.as('draft_no'),
            sql<number>`${revision}::int`.as('revision'),
            sql<bigint>`coalesce(${fn.max(ref('seq'))}, 0)`.as('until_seq'),
            lit('running').as('state'),
          ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['draft_no', 'revision']).doUpdateSet((eb) => ({
          until_seq: eb.ref('excluded.until_seq'),
          state: 'running',
          done_seq: 0n,
          answer: null,
          failure: '',
          started_at: now,
          finished_at: null,
        })),
      )
      .returning('until_seq')
      .executeTakeFirst()
    return row?.until_seq ?? null
  })
}

type End = { state: 'done' | 'failed'; failure: string; answer?: string }

async function finish(db: Db, { no, revision }: DraftRow, { state, failure, answer }: End) {
  await db
    .updateTable('what_ifs')
    .set((eb) => ({
      state,
      failure,
      finished_at: now,
      ...(state === 'done' && { done_seq: eb.ref('until_seq') }),
      answer: answer ?? null,
    }))
    .where('draft_no', '=', no)
    .where('revision', '=', revision)
    .execute()
}

async function run(context: Context, draft: DraftRow, until: bigint): Promise<void> {
  const { db, stopping } = context
  const deadline = AbortSignal.any([stopping, AbortSignal.timeout(MAX_MINUTES * 60_000)])
  await using thread = openThread<ToReplay, FromReplay>(program, undefined, deadline)
  await thread.ask({ kind: 'begin', catalog: draft.plans })
  for (let after = 0n; after < until;) {
    const rows = await readLog(db, after, until)
    await thread.ask({ kind: 'rows', rows })
    after = BigInt(rows.at(-1)?.seq ?? until)
    await db
      .updateTable('what_ifs')
      .set({ done_seq: after })
      .where('draft_no', '=', draft.no)
      .where('revision', '=', draft.revision)
      .execute()
  }
  const done = await thread.ask({ kind: 'end' })
  if (done.kind !== 'done') throw new Error('the replay gave no answer')
  const answer = JSON.stringify(await describe(db, done.replayed))
  await finish(db, draft, { state: 'done', failure: '', answer })
}

async function readLog(db: Db, after: bigint, until: bigint): Promise<LogRow[]> {
  const rows = await db
    .selectFrom('commands')
    .select((eb) => ['seq', 'at', 'kind', eb.cast<string>('input', 'text').as('input')])
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(ROWS_AT_ONCE)
    .execute()
  return rows.map((row) => ({ ...row, seq: String(row.seq), at: row.at.getTime() }))
}

/** The figures in dollars, with names, and whether custody at today's value covers what we owe. */
async function describe(db: Db, done: Replayed): Promise<z.infer<typeof WhatIfAnswer>> {
  const rate = await liveRate(db)
  const { valueIn, owedIn, isSolvent } = custodyAt(rate?.rateE8 ?? null)
  const { actual, draft } = done
  const both = (read: (figures: Figures) => bigint) => ({
    actual: formatUsd(read(actual)),
    draft: formatUsd(read(draft)),
  })
  const value = valueIn(draft)
  const names = await readNames(
    db,
    done.top.map(({ member }) => member),
  )
  return {
    commands: done.commands,
    refused: done.refused,
    paid: both(({ paid }) => BigInt(paid)),
    margin: both(({ margin }) => BigInt(margin)),
    owed: both(owedIn),
    boards: PLAN_NAMES.map((plan, i) => {
      return { plan, actual: actual.boards[i] ?? 0, draft: draft.boards[i] ?? 0 }
    }),
    custody_value: value === null ? null : formatUsd(value),
    solvent: { actual: isSolvent(actual), draft: isSolvent(draft) },
    members_differing: done.differing,
    top: done.top.map(({ member, actual: was, draft: would }) => ({
      username: names.get(member) ?? String(member),
      actual: formatUsd(BigInt(was)),
      draft: formatUsd(BigInt(would)),
      difference: formatUsd(BigInt(would) - BigInt(was)),
    })),
  }
}

async function readNames(db: Db, members: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('identities')
    .select(['member_no', 'username'])
    .where('member_no', '=', anyOf(members, 'int'))
    .execute()
  return new Map(rows.map(({ member_no: no, username }) => [no, username]))
}

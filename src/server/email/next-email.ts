import { sql, type Expression } from 'kysely'
import {
  anyOf,
  everyRow,
  fromNow,
  is,
  lit,
  lower,
  now,
  subquery,
  type Condition,
} from '../../db/expressions.ts'
import type { Db, RowOf } from '../../db/types.ts'
import { latestAfter, latestLease, pauseSeconds, type BackOff } from '../workers/back-off.ts'
import type { TakeOver } from '../workers/lease.ts'
import type { Busy } from './lanes.ts'
import type { EmailContent } from './template.ts'

/**
 * Someone waits for a link or a warning. Notices of money and news come in bursts as large as the
 * network, so they come last. The indexes of due emails name the same kinds.
 */
const NOTICES: readonly string[] = ['money', 'news']
export const isNotice = (kind: string): boolean => NOTICES.includes(kind)

const BACK_OFF: BackOff = { firstSeconds: 2, longestSeconds: 3600 }
/** The time between an attempt and the next one. */
export const secondsAfter = (attempts: number): number => pauseSeconds(BACK_OFF, attempts)

/**
 * How many due emails we look through, in order, for one that may start. If one mailbox or domain
 * has more, we go through the mailboxes.
 */
const LOOK_AHEAD = 500
/** How many mailboxes we look at per search. The next search continues after them. */
const MAX_STEPS = 500
/** How long we look only at the first emails after a search that found none. */
const SEARCH_PAUSE_MS = 500

export type Due = RowOf<
  'emails',
  'no' | 'kind' | 'recipient' | 'subject' | 'text' | 'attempts' | 'refusals' | 'created_at'
> & {
  content: EmailContent | null
  /** The reversed address in lower case. */
  mailbox: string
  /** How long ago it was created, by the database's clock. */
  age_seconds: number
}

export type NextEmails = {
  /**
   * Leases the next email that may start beside the others. That also leaves out those that we are
   * sending, even if we have lost their leases.
   */
  lease(busy: Busy, takeOver: TakeOver): Promise<Due | undefined>
}

export function openNextEmails(db: Db, leaseSeconds: number): NextEmails {
  const urgent = openSearch(db, false)
  const notices = openSearch(db, true)
  let searchAt = -Infinity
  const leaseOne = async (found: Expression<Pick<Due, 'no'>>): Promise<Due | undefined> =>
    await db
      .updateTable('emails')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: fromNow('secs', leaseSeconds) }))
      .where('no', '=', sql<bigint>`${found}`)
      .returning(columns)
      .returning((eb) => mailboxOf(eb.ref('recipient')).as('mailbox'))
      .returning((eb) =>
        sql<number>`extract(epoch from ${now} - ${eb.ref('created_at')})::float8`.as('age_seconds'),
      )
      .$narrowType<Pick<Due, 'content'>>()
      .executeTakeFirst()
  return {
    async lease(busy, takeOver) {
      const mayRetry = takeOver.isAllowed()
      const first = await leaseOne(firstOf(busy, mayRetry))
      takeOver.answered()
      if (first || busy.mailboxes.length === 0 || performance.now() < searchAt) return first
      for (const search of (await hasMore(db, mayRetry)) ? [urgent, notices] : []) {
        const no = await search(busy, mayRetry)
        const email = no === undefined ? undefined : await leaseOne(freeOf(sql.val(no), mayRetry))
        if (email) return email
      }
      searchAt = performance.now() + SEARCH_PAUSE_MS
      return undefined
    },
  }
}

/**
 * After the database's clock was set back, emails must not wait until it has caught up. A living
 * process renews its leases meanwhile.
 */
export async function bringForward(db: Db, leaseSeconds: number): Promise<void> {
  const until = fromNow('secs', leaseSeconds)
  await db
    .updateTable('emails')
    .set((eb) => ({
      next_at: eb.case().when('attempts', '=', lit(0)).then(now).else(until).end(),
    }))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    // An index finds these times among all unsent emails.
    .where('next_at', '>', latestLease)
    .where((eb) => eb('next_at', '>', latestAfter(BACK_OFF, eb.ref('attempts'))))
    .execute()
}

const columns = [
  'no',
  'kind',
  'recipient',
  'subject',
  'text',
  'content',
  'attempts',
  'refusals',
  'created_at',
] as const

const mailboxOf = (recipient: Expression<string>) =>
  sql<string>`(reverse(${lower(recipient)}) collate "C")`

const domainOf = (mailbox: Expression<string>) => sql<string>`split_part(${mailbox}, '@', 1)`

const unsent = subquery
  .selectFrom('emails')
  .where('sent_at', 'is', null)
  .where('failed_at', 'is', null)

const dueEmails = (mayRetry: boolean) =>
  unsent.where('next_at', '<=', now).$if(!mayRetry, (query) => query.where('attempts', '=', lit(0)))

/** An email if no other process is taking it. */
const freeOf = (no: Expression<bigint>, mayRetry: boolean) =>
  dueEmails(mayRetry).select('no').where('no', '=', no).forUpdate().skipLocked()

type Columns = Record<'recipient' | 'kind', Expression<string>> & { attempts: Expression<number> }

const isInBusyDomain = (recipient: Expression<string>, { domains }: Busy): Condition =>
  sql`${domainOf(mailboxOf(recipient))} = ${anyOf(domains, 'text')}`

function mayStart({ recipient, kind, attempts }: Columns, busy: Busy): Condition {
  const isBusy = sql<boolean>`${mailboxOf(recipient)} = ${anyOf(busy.mailboxes, 'text')}`
  const others = sql<boolean>`not (${isBusy} or ${isInBusyDomain(recipient, busy)})`
  if (!busy.isLastLane) return others
  return sql`${others} and ${attempts} = 0 and ${kind} <> 'verification'`
}

const inOrder = (mayRetry: boolean) =>
  dueEmails(mayRetry)
    .orderBy((order) => order('kind', 'in', NOTICES.map(lit)))
    .orderBy('next_at')
    .orderBy('no')

/** Whether more emails are due than we look at in order. */
async function hasMore(db: Db, mayRetry: boolean): Promise<boolean> {
  const next = inOrder(mayRetry).select('no').offset(LOOK_AHEAD).limit(1)
  const { more } = await db
    .selectNoFrom((eb) => eb.exists(next).as('more'))
    .executeTakeFirstOrThrow()
  return more === true
}

/** The first due emails, in order, and of these the first that may start. */
const firstOf = (busy: Busy, mayRetry: boolean) =>
  subquery
    .selectFrom(
      inOrder(mayRetry)
        .select(['no', 'recipient', 'kind', 'attempts'])
        .limit(LOOK_AHEAD)
        .as('first'),
    )
    // Lateral, so that after a burst no plan made for fewer emails reads them all.
    .innerJoinLateral(freeOf(sql.ref<bigint>('first.no'), mayRetry).as('free'), (join) =>
      join.onTrue(),
    )
    .select('free.no')
    .where((of) =>
      mayStart(
        {
          recipient: of.ref('first.recipient'),
          kind: of.ref('first.kind'),
          attempts: of.ref('first.attempts'),
        },
        busy,
      ),
    )
    .limit(1)

type Search = {
  readonly db: Db
  readonly areNotices: boolean
  readonly busy: Busy
  readonly mayRetry: boolean
}

/** Goes through the earliest email of each mailbox, from where the search before ended. */
function openSearch(db: Db, areNotices: boolean) {
  let after = ''
  return async (busy: Busy, mayRetry: boolean): Promise<bigint | undefined> => {
    const search = { db, areNotices, busy, mayRetry }
    const isWhole = after === ''
    let last = await searchFrom(search, after)
    if (!isWhole && (last?.isEnd ?? true)) last = await searchFrom(search, '')
    after = last?.isEnd === false ? last.after : ''
    return last?.may_start === true ? last.no : undefined
  }
}

/** The first email that may start, or else the last one that we looked at. */
async function searchFrom(search: Search, after: string) {
  const columns = ['no', 'after', 'may_start', 'steps'] as const
  const last = await search.db
    .withRecursive('visited(no, after, may_start, steps)', (start) =>
      start
        .selectFrom(headAfter(search, sql.val(after)).as('head'))
        .select(['head.no', 'head.after', 'head.may_start', lit<number>(1).as('steps')])
        .unionAll((next) =>
          next
            .selectFrom('visited')
            .innerJoinLateral(headAfter(search, sql.ref('visited.after')).as('head'), (join) =>
              join.onTrue(),
            )
            .select((eb) => [
              'head.no',
              'head.after',
              'head.may_start',
              eb('visited.steps', '+', lit(1)).as('steps'),
            ])
            .where('visited.may_start', '=', false)
            .where('visited.steps', '<', MAX_STEPS),
        ),
    )
    .selectFrom('visited')
    .select(columns)
    .orderBy('steps', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && { ...last, isEnd: !last.may_start && last.steps < MAX_STEPS }
}

/** The earliest email of the next mailbox, and after which mailbox the search continues. */
const headAfter = ({ areNotices, busy, mayRetry }: Search, after: Expression<string>) =>
  unsent
    .select((eb) => {
      const mailbox = mailboxOf(eb.ref('recipient'))
      const isDue = eb.and([
        eb('next_at', '<=', now),
        mayRetry ? everyRow : eb('attempts', '=', lit(0)),
      ])
      const row = { recipient: eb.ref('recipient'), kind: eb.ref('kind') }
      return [
        'no',
        sql<string>`case when ${isInBusyDomain(row.recipient, busy)}
          then ${domainOf(mailbox)} || '@' || chr(1114111) else ${mailbox} end`.as('after'),
        is(eb.and([isDue, mayStart({ ...row, attempts: eb.ref('attempts') }, busy)])).as(
          'may_start',
        ),
      ]
    })
    // With `not`, PostgreSQL would rewrite the condition, and no index would match.
    .where((eb) => eb(eb('kind', 'in', NOTICES.map(lit)), 'is', lit(areNotices)))
    .where((eb) => sql`${mailboxOf(eb.ref('recipient'))} > ${after}`)
    .orderBy((eb) => mailboxOf(eb.ref('recipient')))
    .orderBy('next_at')
    .limit(1)

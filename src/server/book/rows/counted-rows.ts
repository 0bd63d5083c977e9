/**
 * What the console counts of rows that never change, as SQL. Each text reads `span`: one row that
 * says after which member, profile, seat, and journal to begin, and which is the last.
 */
import { DEPOSIT_FEES, PLAN_MARGIN, WITHDRAWAL_FEES } from '../../../domain/ledger/account.ts'
import { ORIGINS } from '../../../domain/ledger/event.ts'
import { HOUSE } from '../../../domain/ledger/state.ts'
import { DIAMOND } from '../../../domain/money/catalog.ts'

/** The house's accounts whose income the trends show. */
export const TREND_ACCOUNTS = {
  deposit_fees: DEPOSIT_FEES,
  withdrawal_fees: WITHDRAWAL_FEES,
  margin: PLAN_MARGIN,
} as const

/** A span of all rows after the mark. */
export const SPAN_AFTER_MARK = `span as (
  select member_no as after_member, ${2 ** 31 - 1} as last_member,
    profile_no as after_profile, ${2 ** 31 - 1} as last_profile,
    ordinal as after_seat, ${2 ** 31 - 1} as last_seat,
    journal_no as after_journal, ${2n ** 63n - 1n} as last_journal
  from counts_mark)`

/** A span of all rows up to the mark. */
export const SPAN_UP_TO_MARK = `span as (
  select 0 as after_member, member_no as last_member, 0 as after_profile,
    profile_no as last_profile, 0 as after_seat, ordinal as last_seat,
    0 as after_journal, journal_no as last_journal
  from counts_mark)`

/**
 * A subquery, because the planner expects an unknown range to be small. It expects a ninth of the
 * table when it joins `span`, and then reads all of it.
 */
const bound = (name: string): string => `(select ${name} from span)`

const within = (column: string, rows: 'member' | 'profile' | 'seat' | 'journal'): string =>
  `${column} > ${bound(`after_${rows}`)} and ${column} <= ${bound(`last_${rows}`)}`

/** Profiles and seats: plan, profiles, imported, seats. A plan may have several rows. */
export const PLAN_PARTS = `
  select plan, count(*) as profiles, count(*) filter (where imported) as imported, 0 as seats
    from profiles where ${within('no', 'profile')} and member_no > ${HOUSE} group by plan
  union all
  select plan, 0, 0, count(*) from seats where ${within('ordinal', 'seat')} group by plan`

const dayOf = (moment: string): string => `(${moment} at time zone 'UTC')::date`

/**
 * What happened on a day: day, what, amount.
 *
 * A board of Bronze to Platinum creates an upgrade at once, so upgrades are counted. A Diamond
 * board may create nothing. Its last seat is the fourth of its second level, because those fill
 * after the two of the first.
 */
export const DAY_PARTS = `
  select ${dayOf('joined_at')} as day, 'joins' as what, count(*) as amount
    from members where ${within('no', 'member')} and no > ${HOUSE} group by 1
  union all
  select ${dayOf('taken_at')}, 'activations', count(*)
    from seats join profiles on no = profile_no and not imported
    where ${within('ordinal', 'seat')} and parent_no is not null group by 1
  union all
  select ${dayOf('p.created_at')}, 'board ' || p.plan - 1, count(*)
    from profiles p join profiles board on board.no = p.origin_no and not board.imported
    where ${within('p.no', 'profile')} and p.origin = ${ORIGINS.indexOf('upgrade')} group by 1, 2
  union all
  select ${dayOf('s.taken_at')}, 'board ${DIAMOND}', count(*)
    from seats s join seats child on child.profile_no = s.parent_no
    join profiles board on board.no = child.parent_no and board.member_no > ${HOUSE}
      and not board.imported
    where ${within('s.ordinal', 'seat')} and s.plan = ${DIAMOND}
      and 4 = (select count(*) from seats c join seats below on below.parent_no = c.profile_no
        where c.parent_no = board.no and below.ordinal <= s.ordinal) group by 1
  union all
  select ${dayOf('j.at')}, 'account ' || p.account_no, sum(p.amount)
    from postings p join journals j on j.no = p.journal_no
    where ${within('p.journal_no', 'journal')}
      and p.account_no in (${Object.values(TREND_ACCOUNTS).join()}) group by 1, 2`

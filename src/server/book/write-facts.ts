/** Writes what a batch of commands did: a few set-based statements for all of them. */
import type { Fact, FactOf } from '../../domain/fact.ts'
import type { Tx } from '../../db/types.ts'
import { JOURNALS, POSTINGS, type BookedJournal, type Line } from './ledger-rows.ts'
import { ADJUSTMENTS, APPROVALS, DEPOSIT_REQUESTS, TRANSFERS, WITHDRAWALS } from './money-rows.ts'
import { CATALOGUES, MEMBERS, MEMBER_CHANGES, PROFILES, SEATS } from './network-rows.ts'
import type { Outcome } from './submission.ts'
import { writeRows } from './write-rows.ts'

type Sorted = { [K in Fact['fact']]: FactOf<K>[] } & { seqs: number[] }

function sort(outcomes: readonly Outcome[]): Sorted {
  const sorted: Sorted = {
    member: [],
    member_changed: [],
    profile: [],
    seat: [],
    journal: [],
    deposit_request: [],
    transfer: [],
    withdrawal: [],
    approval: [],
    adjustment: [],
    catalogue: [],
    seqs: [],
  }
  for (const { seq, effects } of outcomes) {
    for (const fact of effects.facts) {
      const list: Fact[] = sorted[fact.fact]
      list.push(fact)
      if (fact.fact === 'journal') sorted.seqs.push(seq)
    }
  }
  return sorted
}

/** Only the last fact about each number counts: a row can be written once in one statement. */
function latest<F extends { readonly no: number }>(facts: readonly F[]): F[] {
  return [...new Map(facts.map((fact) => [fact.no, fact])).values()]
}

/** Writes all facts of the outcomes, whose commands share one time (milliseconds). */
export async function writeFacts(tx: Tx, outcomes: readonly Outcome[], at: number): Promise<void> {
  const facts = sort(outcomes)
  const time = new Date(at).toISOString()
  const stamp = (column: string) => ({ at, stamp: [column, time] as const })
  const journals: BookedJournal[] = facts.journal.map((journal, i) => ({
    seq: facts.seqs[i] as number,
    journal,
  }))
  const lines: Line[] = facts.journal.flatMap(({ no, postings }) =>
    postings.map((posting, line) => ({ journal: no, line, posting })),
  )
  await writeRows(tx, CATALOGUES, facts.catalogue, stamp('published_at'))
  await writeRows(tx, MEMBERS, facts.member, stamp('joined_at'))
  await writeRows(tx, MEMBER_CHANGES, latest(facts.member_changed), { at })
  await writeRows(tx, PROFILES, facts.profile, stamp('created_at'))
  await writeRows(tx, SEATS, facts.seat, stamp('taken_at'))
  await writeRows(tx, JOURNALS, journals, stamp('at'))
  await writeRows(tx, POSTINGS, lines, { at })
  await writeRows(tx, TRANSFERS, latest(facts.transfer), stamp('seen_at'))
  await writeRows(tx, DEPOSIT_REQUESTS, latest(facts.deposit_request), { at })
  await writeRows(tx, WITHDRAWALS, latest(facts.withdrawal), stamp('requested_at'))
  await writeRows(tx, APPROVALS, facts.approval, stamp('at'))
  await writeRows(tx, ADJUSTMENTS, latest(facts.adjustment), stamp('proposed_at'))
}

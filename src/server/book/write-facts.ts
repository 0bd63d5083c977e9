/** Writes the results of a batch with a few set-based statements. */
import type { Fact, FactOf } from '../../domain/ledger/fact.ts'
import type { Tx } from '../../db/types.ts'
import { JOURNALS, POSTINGS, type BookedJournal, type Line } from './rows/ledger-rows.ts'
import {
  ADJUSTMENTS,
  APPROVALS,
  DEPOSIT_REQUESTS,
  TRANSFERS,
  WITHDRAWALS,
  type BookedApproval,
} from './rows/money-rows.ts'
import { CATALOGS, MEMBERS, MEMBER_CHANGES, PROFILES, SEATS } from './rows/network-rows.ts'
import type { Outcome } from './submission.ts'
import { writeRows } from './rows/write-rows.ts'

type Sorted = { [K in Fact['fact']]: FactOf<K>[] } & { seqs: number[]; approved: number[] }

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
    catalog: [],
    seqs: [],
    approved: [],
  }
  for (const { seq, effects } of outcomes) {
    for (const fact of effects.facts) {
      const list: Fact[] = sorted[fact.fact]
      list.push(fact)
      if (fact.fact === 'journal') sorted.seqs.push(seq)
      if (fact.fact === 'approval') sorted.approved.push(seq)
    }
  }
  return sorted
}

/** Keeps the last fact for each number, since one statement can write a row only once. */
function latest<F extends { readonly no: number }>(facts: readonly F[]): F[] {
  return [...new Map(facts.map((fact) => [fact.no, fact])).values()]
}

/** Writes all facts of the outcomes. Their commands share one time (milliseconds). */
export async function writeFacts(tx: Tx, outcomes: readonly Outcome[], at: number): Promise<void> {
  const facts = sort(outcomes)
  const journals: BookedJournal[] = facts.journal.map((journal, i) => ({
    seq: facts.seqs[i] as number,
    journal,
  }))
  const approvals: BookedApproval[] = facts.approval.map((approval, i) => ({
    seq: facts.approved[i] as number,
    approval,
  }))
  const lines: Line[] = facts.journal.flatMap(({ no, postings }) =>
    postings.map((posting, line) => ({ journal: no, line, posting })),
  )
  await writeRows(tx, CATALOGS, facts.catalog, at)
  await writeRows(tx, MEMBERS, facts.member, at)
  await writeRows(tx, MEMBER_CHANGES, latest(facts.member_changed), at)
  await writeRows(tx, PROFILES, facts.profile, at)
  await writeRows(tx, SEATS, facts.seat, at)
  await writeRows(tx, JOURNALS, journals, at)
  await writeRows(tx, POSTINGS, lines, at)
  await writeRows(tx, TRANSFERS, latest(facts.transfer), at)
  await writeRows(tx, DEPOSIT_REQUESTS, latest(facts.deposit_request), at)
  await writeRows(tx, WITHDRAWALS, latest(facts.withdrawal), at)
  await writeRows(tx, APPROVALS, approvals, at)
  await writeRows(tx, ADJUSTMENTS, latest(facts.adjustment), at)
}

import { words as proofWords } from '../../proof/check/words.ts'
import type { Language } from '../../contract/fields/languages.ts'
import { inEachLanguage } from '../language/catalog.ts'
import { solvencyWords } from './solvency-words.ts'

/**
 * The texts of the public pages, which have no script. A text with values is one literal, because
 * the checker reads its values from there.
 */
export const publicWords = {
  skip: 'Skip to content',
  pages: 'Pages',
  home: 'To the app',
  moneySource: 'Where the money comes from',
  income: 'What members earned',
  boards: 'How boards fare',
  boardCount: 'Boards',
  status: 'Status',
  earnedTitle: 'What members really earned',
  nothingYet:
    'There is no sheet yet. We seal one each day after 00:05 UTC, and the first one right ' +
    'after the first start.',
  together: `All members together are {lost} down. That is exactly what the company kept of their \
joining fees and charges.`,
  moneyIs:
    'Rewards are paid out of other members’ joining fees, and out of nothing else. The ' +
    'result of a member is all rewards less all joining fees, deposit fees, withdrawal ' +
    'fees, network fees, and rounding since they joined. Everyone who ever paid a joining ' +
    'fee counts, including those who got nothing; the company doesn’t. Corrections by staff ' +
    'aren’t earnings. Nothing is averaged, annualized, or projected.',
  registered: 'Registered: {count}. Not all of them paid.',
  tooFew:
    'We show amounts once 20 members have paid for a seat. Before that, they would reveal ' +
    'what individuals earned.',
  results: 'Members by their result',
  result: 'Result',
  members: 'Members',
  share: 'Share',
  amounts: 'How much members paid and got',
  ofTen: ['1 in 10', '1 in 4', 'Half', '3 in 4', '9 in 10', '99 in 100'],
  atMost: 'Had this or less',
  paid: 'Paid in joining fees',
  rewards: 'Got in rewards',
  top: `The 1% with the most rewards got {one} of all rewards. The top 10% got {ten}.`,
  byPlan: 'By the highest plan that members paid for',
  plan: 'Plan',
  below: 'Got back less',
  zero: 'Got nothing',
  median: 'Result: half have this or less',
  byMonth: 'By the month of the first joining fee',
  month: 'Month',
  places: 'Where joining fees went',
  taken: 'Seats',
  fees: 'Joining fees',
  paidOut: 'Paid to members',
  kept: 'Kept',
  boardsComplete: 'Boards complete',
  proof: 'Proof',
  proofText: `These figures are from {day}. The ledger sealed the hash of that day’s sheet, so \
nobody can change them unnoticed.`,
  sheetOf: 'The sheet',
  boardsTitle: 'How boards really fare',
  boardsFirst: 'Of {boards} boards, {complete} ({share}) are complete.',
  noBoards: 'Nobody has taken a seat yet.',
  ceiling:
    'Every seat fills two positions at most, and a board has six. So no more than one in ' +
    'three boards can ever be complete at the same time. For all open boards to be ' +
    'complete, about three times as many seats must be sold, and the owners of the new ' +
    'seats then start where today’s owners did.',
  mostComplete: 'At most complete',
  morePlaces: 'More seats needed for the rest',
  levels: 'Boards by positions taken',
  positions: '{count} of 6',
  curve: 'Boards out of 100 that are complete after',
  days: '{count} days',
  medianDays: 'Half complete after',
  notHalf: 'More than half aren’t complete',
  notKnown: 'Not known yet',
  curveNote:
    'Kaplan–Meier estimates with 95% intervals, from boards of all ages. “Not known yet” ' +
    'means that fewer than 30 boards are that old. The estimate assumes that ' +
    'later boards fare like earlier ones. They fare worse when growth slows, so we list ' +
    'the quarters, too.',
  quarters: 'By the quarter in which the seat was taken',
  quarter: 'Quarter',
  complete: 'Complete',
  check: 'Check it yourself',
  checkTitle: 'Check it yourself',
  checkFirst:
    'You don’t have to trust these pages. With the files below, your own device can show ' +
    'that nothing was changed.',
  checkHere: 'Check files in this browser',
  saveProgram: '1. Save the program',
  saveProgramText:
    'Save one of these, once. The page works without a network, the program with Node 20 ' +
    'or newer. Each sealed sheet lists these hashes, so we couldn’t give only you a ' +
    'different program unnoticed.',
  programHashes: 'What the programs are',
  file: 'File',
  keep: '2. Keep the keys',
  keepText:
    'Save these on your first day. Later, the keys show that we are still the ones who ' +
    'sign. A checkpoint pins down the whole history in four lines. The policy also names ' +
    'the witnesses.',
  fingerprints: 'The keys of the log',
  log: 'Log',
  fingerprint: 'Fingerprint',
  compareText:
    'This page and the keys come from the same place. Compare the fingerprint with another ' +
    'member, an auditor, or a witness, or by phone. Then nobody can give you other keys.',
  filesOf: '3. Save the files of {day}',
  filesText:
    'The seal shows that the ledger has the sheet, and the sheet has the hashes of the ' +
    'figures.',
  ownProofs: 'Your own proofs and receipts',
  runIt: '4. Check them together',
  runItText:
    'Drop all files on the saved page, or pass them to the program. It shows which file ' +
    'was changed, and where.',
  command: 'The command',
  growthText:
    'To check that the log has rewritten nothing since an older checkpoint, add that ' +
    'checkpoint and /log/consistency/ with its size, which is its second line.',
  dayTitle: 'Sheet of {day}',
  dayFirst: 'This is the sheet of one day, as the ledger sealed it.',
  sealed: 'Sealed',
  hash: 'SHA-256 of the sheet',
  noSheet: 'There is no sheet for this day.',
  statusTitle: 'Status',
  upNow: 'The service is up.',
  downNow: 'We haven’t heard from the service for two minutes.',
  uptime: `In the last 30 days, it accepted requests {share} of the time (minutes counted: \
{minutes}). A minute in which we didn’t hear from it counts as downtime.`,
  waits: 'Waiting times, last 30 days',
  what: 'What',
  count: 'Count',
  p50: 'Half within',
  p95: '95 in 100 within',
  withdrawals: 'Withdrawal: from request to final payout',
  deposits: 'Deposit: from the block to the wallet',
  waiting: 'Withdrawals waiting: {count}. The oldest has waited for {oldest}.',
  noneWaiting: 'No withdrawals are waiting.',
  chainLag: 'The newest final block that we have read is {length} old.',
  incidentsNow: 'Incidents now',
  incidentsBefore: 'Incidents in the last 30 days',
  noIncidents: 'None were reported.',
  incidentStates: {
    investigating: 'Investigating',
    identified: 'Cause found',
    monitoring: 'Fixed, monitoring',
    resolved: 'Resolved',
  },
  incidentImpacts: {
    notice: 'For your information',
    partial: 'Something is slow or partly down',
    outage: 'Outage',
  },
  newestSheet: 'The newest sealed sheet is from {day}.',
  failedProofs: `Proofs that failed in members’ browsers in the last 30 days, as they reported \
them: {count}.`,
  noFailedProofs: 'No member reported a proof that failed in the last 30 days.',
  disclosure: {
    none:
      'We have no figures yet on what members really earned. We publish the first within a ' +
      'day.',
    published: 'What members really earned is published every day.',
    few:
      'Fewer than 20 members have paid for a seat so far: too few to say what members really ' +
      'earn without showing what one person earned.',
    all: `Of {paid} members who paid for a seat, {below} have gotten back less than they paid, and \
{nothing} have received nothing. {half} As of {day}.`,
    down: 'Half are down {amount} or more.',
    even: 'Half have broken even at best.',
    up: 'Half are up {amount} at most.',
  },
  solvency: solvencyWords,
} as const

export const wordsOf = inEachLanguage(publicWords, 'public')

const proofWordsOf = inEachLanguage(proofWords, 'proof')

/** The names of the groups of members by result, as in proofs. The first group has never paid. */
export const groupNames = (language: Language): readonly string[] => proofWordsOf(language).groups

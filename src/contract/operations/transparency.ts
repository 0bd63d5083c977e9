import { Anchors, ReserveSample, Solvency } from '../subjects/reserves.ts'
import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import {
  BoardOutcomes,
  day,
  journal,
  LogProof,
  dayQuery,
  Income,
  ProofFile,
  proofReport,
  Proofs,
  ReportedProof,
  SealedDays,
  ServiceStatus,
  Sheet,
} from '../subjects/transparency.ts'

const FROZEN = 'The exact bytes that the sheet of that day names by their hash, or CSV.'

export const transparencyCalls = {
  listSealedDays: {
    summary: 'List sealed days',
    description: 'Returns the days that have a sealed sheet, newest first.',
    query: z.object({ before: day.optional().describe('Only days before this one.') }),
    answer: SealedDays,
    errors: ['invalid_request'],
  },
  getSheet: {
    summary: 'Get the sheet of a day',
    description: 'Returns the exact bytes whose SHA-256 the ledger sealed. They never change.',
    params: z.object({ day }),
    answer: Sheet,
    errors: ['not_found'],
  },
  getSeal: {
    summary: 'Get the proof that a day is sealed',
    description:
      'Returns an offline proof (C2SP tlog-proof) that the command with the sheet’s hash is in ' +
      'the public log. It never changes.',
    params: z.object({ day }),
    answer: LogProof,
    errors: ['not_found', 'no_proof_yet', 'log_rests'],
  },
  getReceipt: {
    summary: 'Get the receipt of a journal entry',
    description:
      'Returns an offline proof (C2SP tlog-proof) that an entry of your wallet is in the public ' +
      'log, with your own lines opened. Check it at `/verify.html`.',
    params: z.object({ journal }),
    answer: LogProof,
    errors: ['not_found', 'no_proof_yet', 'log_rests'],
  },
  listProofs: {
    summary: 'List proofs of what we owe you',
    description:
      'Returns the days with a proof that our debts of that day include your balance, newest ' +
      'first: 14 days, and one a month for a year.',
    answer: Proofs,
    errors: [],
  },
  getProof: {
    summary: 'Get the proof of what we owe you',
    description:
      'Returns a file that shows, without trusting us, that the debts on the sealed sheet of a ' +
      'day include your balance. Check it at `/verify.html`.',
    params: z.object({ day }),
    answer: ProofFile,
    errors: ['not_found', 'no_proof_yet', 'log_rests'],
  },
  reportProof: {
    summary: 'Report a proof that fails',
    description: 'Sends us the evidence. The status page counts one report of each of your proofs.',
    body: proofReport,
    answer: ReportedProof,
    errors: ['invalid_request', 'not_found'],
  },
  getIncome: {
    summary: 'Get what members really earned',
    description: `Counts every member who ever paid, zero earners included. ${FROZEN}`,
    query: dayQuery,
    answer: Income,
    errors: ['invalid_request', 'not_found'],
  },
  getBoardOutcomes: {
    summary: 'Get how boards really fared',
    description: `Returns counts and estimates with their 95% intervals. ${FROZEN}`,
    query: dayQuery,
    answer: BoardOutcomes,
    errors: ['invalid_request', 'not_found'],
  },
  getSolvency: {
    summary: 'Get what we owe and what we hold',
    description: `Compares what we owe members with our reserves at the cut. ${FROZEN}`,
    query: dayQuery,
    answer: Solvency,
    errors: ['invalid_request', 'not_found'],
  },
  listAnchors: {
    summary: 'List anchors on the chain',
    description:
      'Returns the TRON transactions that hold the public log’s checkpoint of a day, newest first.',
    answer: Anchors,
    errors: [],
  },
  getReserveSample: {
    summary: 'Get deposit addresses that a block drew',
    description:
      'Returns deposit addresses that the id of a later block drew at random, with their proofs. ' +
      'Not found unless the company publishes them; auditors always get them.',
    query: dayQuery.pick({ day: true }),
    answer: ReserveSample,
    errors: ['invalid_request', 'not_found'],
  },
  getServiceStatus: {
    summary: 'Get how well the service works',
    description: 'Returns uptime and waiting times of the last 30 days, up to a minute old.',
    answer: ServiceStatus,
    errors: [],
  },
} satisfies Record<string, CallContract>

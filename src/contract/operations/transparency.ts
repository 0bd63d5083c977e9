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

const FROZEN = 'Returns the exact bytes whose hash is on that day’s sheet, or CSV.'

export const transparencyCalls = {
  listSealedDays: {
    summary: 'List sealed days',
    description: 'Returns the days that have a sealed sheet, newest first.',
    query: z.object({ before: day.optional().describe('Only days before this one.') }),
    answer: SealedDays,
    errors: ['invalid_request'],
  },
  getSheet: {
    summary: 'Get a daily sheet',
    description: 'Returns the exact bytes whose SHA-256 the ledger sealed. They never change.',
    params: z.object({ day }),
    answer: Sheet,
    errors: ['not_found'],
  },
  getSeal: {
    summary: 'Get the proof of a day’s seal',
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
    summary: 'List your balance proofs',
    description:
      'Returns the days with a proof that our debts include your balance, newest first: the ' +
      'last 14 days, and one day a month for a year.',
    answer: Proofs,
    errors: [],
  },
  getProof: {
    summary: 'Get a balance proof',
    description:
      'Returns a file that proves that the debts on a day’s sealed sheet include your balance. ' +
      'Check it at `/verify.html`, without having to trust us.',
    params: z.object({ day }),
    answer: ProofFile,
    errors: ['not_found', 'no_proof_yet', 'log_rests'],
  },
  reportProof: {
    summary: 'Report a proof that fails',
    description: 'Sends us the evidence. The status page counts one report per proof.',
    body: proofReport,
    answer: ReportedProof,
    errors: ['invalid_request', 'not_found'],
  },
  getIncome: {
    summary: 'Get member earnings',
    description: `Covers every member who ever paid, including those who earned nothing. ${FROZEN}`,
    query: dayQuery,
    answer: Income,
    errors: ['invalid_request', 'not_found'],
  },
  getBoardOutcomes: {
    summary: 'Get board statistics',
    description: `Returns counts and estimates with their 95% intervals. ${FROZEN}`,
    query: dayQuery,
    answer: BoardOutcomes,
    errors: ['invalid_request', 'not_found'],
  },
  getSolvency: {
    summary: 'Get solvency figures',
    description: `Compares our debts to members with our reserves at the cutoff. ${FROZEN}`,
    query: dayQuery,
    answer: Solvency,
    errors: ['invalid_request', 'not_found'],
  },
  listAnchors: {
    summary: 'List on-chain anchors',
    description:
      'Returns the TRON transactions that contain the public log’s daily checkpoints, newest ' +
      'first.',
    answer: Anchors,
    errors: [],
  },
  getReserveSample: {
    summary: 'Get the sampled deposit addresses',
    description:
      'Returns a random sample of deposit addresses, selected by the id of a later block, with ' +
      'their proofs. Returns 404 unless the company publishes the sample. Auditors always get ' +
      'it.',
    query: dayQuery.pick({ day: true }),
    answer: ReserveSample,
    errors: ['invalid_request', 'not_found'],
  },
  getServiceStatus: {
    summary: 'Get the service status',
    description: 'Returns uptime and waiting times of the last 30 days, up to a minute old.',
    answer: ServiceStatus,
    errors: [],
  },
} satisfies Record<string, CallContract>

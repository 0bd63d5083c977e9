import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import {
  BoardOutcomes,
  day,
  dayQuery,
  Income,
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
  getServiceStatus: {
    summary: 'Get how well the service works',
    description: 'Returns uptime and waiting times of the last 30 days, up to a minute old.',
    answer: ServiceStatus,
    errors: [],
  },
} satisfies Record<string, CallContract>

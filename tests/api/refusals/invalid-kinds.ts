import type { Invalid } from './refusal-cases.ts'

// What is not valid alike in the input of many calls.

export const required = ['This field is required.']

/** Neither one number, nor from 1, nor up to 100. */
export const pages: Invalid[] = [
  { query: { page: '0' }, errors: { page: ['Enter a whole number from 1.'] } },
  { query: { page: 'x' }, errors: { page: ['Enter a whole number from 1.'] } },
  { query: { page_size: '101' }, errors: { page_size: ['Enter at most 100.'] } },
  { query: { page: '1.0' }, errors: { page: ['Enter a whole number from 1.'] } },
]
export const whole: Invalid = { body: [] }
export const reasons: Invalid[] = [
  whole,
  { body: {}, errors: { reason: required } },
  { body: { reason: 'no' }, errors: { reason: ['Use at least 3 characters.'] } },
]
export const totpCodes: Invalid[] = [
  { body: {}, errors: { code: required } },
  { body: { code: '000000' }, errors: { code: ['The code is not valid.'] } },
]

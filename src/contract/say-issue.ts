import type { z } from 'zod'

/**
 * The sentence for what is wrong with a field that has none of its own: whoever reads an answer
 * reads what to do, and never the validator's own words.
 */
export function sayIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'This field is required.'
  switch (issue.code) {
    case 'invalid_value':
      return `Choose one of these: ${issue.values.map(String).join(', ')}.`
    case 'invalid_type':
      return sayType(issue.expected)
    case 'too_small':
      return sayTooSmall(issue.origin, issue.exact === true, issue.minimum)
    case 'too_big':
      return sayTooBig(issue.origin, issue.exact === true, issue.maximum)
    default:
      return 'This value is not valid.'
  }
}

function sayType(expected: string): string {
  if (expected === 'number' || expected === 'int') return 'Enter a whole number.'
  if (expected === 'string') return 'Enter text.'
  if (expected === 'boolean') return 'Enter true or false.'
  return expected === 'array' ? 'Give a list.' : 'This value is not valid.'
}

function sayTooSmall(origin: string, exact: boolean, least: number | bigint): string {
  if (origin === 'string') return `Use at least ${least} characters.`
  if (origin !== 'array') return `Enter at least ${least}.`
  return exact ? `Give exactly ${least}.` : `Give at least ${least}.`
}

function sayTooBig(origin: string, exact: boolean, most: number | bigint): string {
  if (origin === 'string') return `Use at most ${most} characters.`
  if (origin !== 'array') return `Enter at most ${most}.`
  return exact ? `Give exactly ${most}.` : `Give at most ${most}.`
}

import type { z } from 'zod'
import { issueText } from './texts.ts'

/**
 * The default error of a field without its own text, so that members never see the validator's own
 * words.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return issueText('required')
  switch (issue.code) {
    case 'invalid_value':
      return issueText('choose_one_of', { choices: issue.values.map(String).join(', ') })
    case 'invalid_type':
      return typeMessage(issue.expected)
    case 'too_small':
      return tooSmallMessage(issue.origin, issue.exact === true, Number(issue.minimum))
    case 'too_big':
      return tooBigMessage(issue.origin, issue.exact === true, Number(issue.maximum))
    default:
      return issueText('invalid_value')
  }
}

function typeMessage(expected: string): string {
  if (expected === 'number' || expected === 'int') return issueText('enter_whole_number')
  if (expected === 'string') return issueText('enter_text')
  if (expected === 'boolean') return issueText('enter_boolean')
  return expected === 'array' ? issueText('enter_list') : issueText('invalid_value')
}

function tooSmallMessage(origin: string, exact: boolean, min: number): string {
  if (origin === 'string') return issueText('too_short', { min })
  if (origin !== 'array') return issueText('number_too_small', { min })
  return exact ? issueText('wrong_count', { count: min }) : issueText('too_few', { min })
}

function tooBigMessage(origin: string, exact: boolean, max: number): string {
  if (origin === 'string') return issueText('too_long', { max })
  if (origin !== 'array') return issueText('number_too_large', { max })
  return exact ? issueText('wrong_count', { count: max }) : issueText('too_many', { max })
}

import { z } from 'zod'
import * as limits from './limits.ts'
import { looksLikeLink, looksReserved } from './misleading-names.ts'
import { issueText } from '../texts/texts.ts'

// The field types of every shape. Input fields carry the text for an invalid value; output fields
// are as plain as the wire.

const required = issueText('required')

/** What is wrong with a value of the wrong type: missing, or not of the kind. */
const orRequired = (otherwise: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? required : otherwise

/** The server reports these as taken. */
const isReserved = (name: string): boolean => limits.reservedUsernames.includes(name.toLowerCase())

// Control characters, line and paragraph separators, and marks that reverse or hide text.
const unsafeInLine = /[\p{Cc}\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
const unsafeInText = /[^\P{Cc}\n\r\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u
const isSafe = (pattern: RegExp) => (text: string) => text.isWellFormed() && !pattern.test(text)
const unsafe = issueText('unsafe_characters')
const tooLong = (max: number) => issueText('too_long', { max: max })

/** A line of text that may be empty, trimmed. */
export const line = (max: number) =>
  z
    .string({ error: orRequired(issueText('enter_text')) })
    .trim()
    .max(max, tooLong(max))
    .refine(isSafe(unsafeInLine), unsafe)

/** A line of text with something in it. */
export const filledLine = (max: number) => line(max).min(1, required)

/** Text of several lines with something in it. */
export const filledText = (max: number) =>
  z
    .string({ error: orRequired(issueText('enter_text')) })
    .trim()
    .min(1, required)
    .max(max, tooLong(max))
    .refine(isSafe(unsafeInText), unsafe)

/** A secret exactly as typed: never trimmed, and only its length is checked here. */
export const secret = (max = 1024) =>
  z
    .string({ error: orRequired(issueText('enter_text')) })
    .min(1, required)
    .max(max, tooLong(max))

export const newPassword = z
  .string({ error: orRequired(issueText('enter_text')) })
  .min(1, required)
  .min(limits.passwordLength.min, issueText('too_short', { min: limits.passwordLength.min }))
  .max(limits.passwordLength.max, tooLong(limits.passwordLength.max))
  .refine((text) => text.isWellFormed() && !text.includes('\0'), unsafe)

export const username = z
  .string({ error: orRequired(issueText('enter_text')) })
  .trim()
  .min(1, required)
  .min(limits.usernameLength.min, issueText('too_short', { min: limits.usernameLength.min }))
  .max(limits.usernameLength.max, tooLong(limits.usernameLength.max))
  .regex(limits.usernamePattern, issueText('username_characters'))

/** A new username; existing ones may break these rules. */
export const newUsername = username
  .refine((name) => isReserved(name) || !looksReserved(name), {
    error: issueText('username_misleading'),
  })
  .refine((name) => !looksLikeLink(name), {
    error: issueText('username_like_link'),
  })

export const email = z
  .string({ error: orRequired(issueText('email_invalid')) })
  .trim()
  .min(1, required)
  .max(limits.emailLength.max, tooLong(limits.emailLength.max))
  .regex(limits.emailPattern, issueText('email_invalid'))

/** A number as text: the wire knows no other ids. Nine digits fit every counter of the database. */
export const id = z.string().regex(/^[1-9]\d{0,8}$/, issueText('enter_number'))

/** The path of a call about one thing. */
export const params = z.object({ id })

/** A profile's number or its public id. */
export const profileRef = filledLine(40)

const amountOf = (decimals: number) => {
  const pattern = new RegExp(`^(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,${decimals}})?$`)
  const message = issueText('amount_invalid')
  return z
    .union([z.string(), z.number()], { error: message })
    .transform(String)
    .pipe(z.string().regex(pattern, message))
}

/** USD as a number or text with at most two decimals; comes out as text. */
export const usdIn = amountOf(2)

/** TRX or USDT as a number or text with at most six decimals; comes out as text. */
export const cryptoIn = amountOf(6)

export const cryptocurrency = z.enum(['TRX', 'USDT'], {
  error: issueText('choose_coin'),
})

/** Money on its way out: a decimal string such as `12.50`. */
export const money = z.string().regex(/^-?\d+(\.\d+)?$/)
export const time = z.iso.datetime()
export const count = z.number().int()
export const detail = z.object({ detail: z.string() })

/** A sentence by its code, for clients that translate it. */
export const Text = z
  .object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'Text' })

/** An answer that is a sentence for members: its English in `detail`. */
export const saying = detail.extend({ text: Text })

/** What a person has asked for and someone decides. */
export const requestStatus = z.enum(['pending', 'approved', 'rejected'])

/** A link's or session's token, as it came. */
export const token = secret(limits.tokenLength.max)

/** Why an operator does what the audit log keeps. */
export const reason = filledText(limits.reasonLength.max).min(
  limits.reasonLength.min,
  issueText('too_short', { min: limits.reasonLength.min }),
)

/** A whole number from 1, as a query writes it. */
export const pageNumber = (max: number) =>
  z
    .string({ error: issueText('enter_one_number') })
    .regex(/^[1-9]\d{0,8}$/, issueText('enter_page_number'))
    .transform(Number)
    .pipe(z.number().max(max, issueText('number_too_large', { max })))

/** What a list is searched for. */
export const search = line(limits.searchLength.max).optional()

/** `?page=` and `?page_size=`; a page beyond the end is refused by the list itself. */
export const paging = z.object({
  page: pageNumber(100_000_000).optional(),
  page_size: pageNumber(limits.pageSize.max).optional(),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

/**
 * Lists of the operators' console, which also come as CSV. `next` leads on by the last row's key,
 * so that the millionth row costs what the first one does; `count` counts up to 10,000.
 */
export const csvPaging = paging.extend({
  after: line(100).optional(),
  format: z.enum(['json', 'csv']).optional(),
})

/** Lists that are also worked through as a queue: `oldest` puts first what has waited longest. */
export const queuePaging = csvPaging.extend({ sort: z.enum(['newest', 'oldest']).optional() })

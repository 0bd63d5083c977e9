import { z } from 'zod'
import * as limits from './limits.ts'
import { looksLikeLink, looksReserved } from './misleading-names.ts'
import { reservedUsernames } from './reserved-usernames.ts'
import { issueText } from '../texts/texts.ts'
import { languages } from './languages.ts'
import { described, listOf, str, whole } from './described.ts'
import { requestStates } from './states.ts'

// The field types of every shape. Input fields carry the error text for an invalid value. Output
// fields have the plain types of the wire.

const required = issueText('required')

/** The error for a value of the wrong type: missing, or of another type. */
const orRequired = (otherwise: string) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? required : otherwise

/** The server reports these as taken. */
const isReserved = (name: string): boolean => reservedUsernames.includes(name.toLowerCase())

// Control characters, line and paragraph separators, and marks that reverse or hide text. Variation
// selectors choose the form of an emoji or a character of a name.
const unsafeInLine =
  /(?!\p{Variation_Selector})[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u
const unsafeInText = /[^\P{Cc}\n\r\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u
// The last one is the blank of Braille.
const visible = /[^\p{Cc}\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u
const showsText = (text: string): boolean => visible.test(text)
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
    .refine((text) => text === '' || showsText(text), unsafe)

/** A non-empty line of text. */
export const filledLine = (max: number) => line(max).min(1, required)

/** Text of several lines with something in it. */
export const filledText = (max: number) =>
  z
    .string({ error: orRequired(issueText('enter_text')) })
    .trim()
    .min(1, required)
    .max(max, tooLong(max))
    .refine(isSafe(unsafeInText), unsafe)
    .refine((text) => text === '' || showsText(text), required)

/** A secret exactly as typed. We never trim it, and check only its length. */
export const secret = (max = 1024) =>
  z
    .string({ error: orRequired(issueText('enter_text')) })
    .min(1, required)
    .max(max, tooLong(max))

export const newPassword = described(
  z
    .string({ error: orRequired(issueText('enter_text')) })
    .min(1, required)
    .min(limits.passwordLength.min, issueText('too_short', { min: limits.passwordLength.min }))
    .max(limits.passwordLength.max, tooLong(limits.passwordLength.max))
    .refine((text) => text.isWellFormed() && !text.includes('\0'), unsafe),
  'The new password. Common passwords and ones like the username are refused.',
  'seven quiet green lamps',
)

const plainUsername = z
  .string({ error: orRequired(issueText('enter_text')) })
  .trim()
  .min(1, required)
  .min(limits.usernameLength.min, issueText('too_short', { min: limits.usernameLength.min }))
  .max(limits.usernameLength.max, tooLong(limits.usernameLength.max))
  .regex(limits.usernamePattern, issueText('username_characters'))

export const username = described(plainUsername, 'A username. Not case-sensitive.', 'anna')

/** A new username; existing ones may break these rules. */
export const newUsername = described(
  plainUsername
    .refine((name) => isReserved(name) || !looksReserved(name), {
      error: issueText('username_misleading'),
    })
    .refine((name) => !looksLikeLink(name), {
      error: issueText('username_like_link'),
    }),
  'The username: letters, digits, `.`, `_`, and `-`. Unique without regard to case.',
  'anna',
)

export const email = described(
  z
    .string({ error: orRequired(issueText('email_invalid')) })
    .trim()
    .min(1, required)
    .max(limits.emailLength.max, tooLong(limits.emailLength.max))
    .regex(limits.emailPattern, issueText('email_invalid')),
  'An email address.',
  'anna@example.org',
)

/**
 * A number as text, the only form of id on the wire. Nine digits fit every counter of the database.
 */
export const id = z.string().regex(/^[1-9]\d{0,8}$/, issueText('enter_number'))

/** The number of a member's session, which isn't counted. */
const sessionId = z.string().regex(/^[1-9]\d{0,17}$/, issueText('enter_number'))

/** The path of a call about one object, such as `member`. */
export const paramsOf = (thing: string, number = id) =>
  z.object({ id: described(number, `The id of the ${thing}. Digits in a string.`, '4711') })

export const sessionParams = paramsOf('session', sessionId)

/** A profile's number or its public id. */
export const profileRef = described(
  filledLine(40),
  'A profile, by its `profile_id` (not case-sensitive) or its numeric `id`.',
  'BR-7K3M9Q2X',
)

const amountOf = (decimals: number, description: string, example: string) => {
  const pattern = new RegExp(`^(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,${decimals}})?$`)
  const message = issueText('amount_invalid')
  const schema = z
    .union([z.string(), z.number()], { error: message })
    .transform(String)
    .pipe(z.string().regex(pattern, message))
  return described(schema, description, example)
}

/** USD as a number or text with at most two decimals. Parses to text. */
export const usdIn = amountOf(2, 'An amount in US dollars, with at most 2 decimals.', '25.00')

/** TRX or USDT as a number or text with at most six decimals. Parses to text. */
export const cryptoIn = amountOf(
  6,
  'An amount in whole coins, with at most 6 decimals.',
  '83.33333',
)

export const cryptocurrency = described(
  z.enum(['TRX', 'USDT'], { error: issueText('choose_coin') }),
  'The coin on the TRON network: TRX, or USDT as a TRC-20 token.',
)

/** A sentence by its code, for clients that translate it. */
export const Text = z
  .object({
    code: str(
      'Identifies the sentence. Stable, so a client can translate by it.',
      'deposit_verified',
    ),
    params: described(
      z.record(z.string(), z.union([z.string(), z.number()])),
      'The values that the sentence contains, by name.',
      { amount: '12.50' },
    ),
  })
  .meta({ id: 'Text', description: 'A sentence in a form that a client can translate.' })

/** An answer that consists of one sentence. */
export const detail = z.object({
  detail: str('What happened, as an English sentence to show.', 'The session has ended.'),
})

/** An answer that consists of a sentence for members, with its English in `detail`. */
export const saying = detail.extend({
  text: Text.describe('The sentence of `detail` by its code, for clients that translate it.'),
})

/** A request that someone else decides. */
export const requestStatus = described(
  z.enum(requestStates),
  'The decision so far. `stage`, where there is one, says more.',
)

/** A token from a link or session, unchanged. */
export const token = described(
  secret(limits.tokenLength.max),
  'The token, exactly as received.',
  'Zk3vJ0m7Q1c9T2xw5RhYbA',
)

/** An operator's reason, for the audit log. */
export const reason = described(
  filledText(limits.reasonLength.max).min(
    limits.reasonLength.min,
    issueText('too_short', { min: limits.reasonLength.min }),
  ),
  'The reason, for the audit log.',
  'Confirmed with the member by phone.',
)

/** A whole number from 1, as it appears in a query. */
export const pageNumber = (max: number) =>
  z
    .string({ error: issueText('enter_one_number') })
    .regex(/^[1-9]\d{0,8}$/, issueText('enter_page_number'))
    .transform(Number)
    .pipe(z.number().max(max, issueText('number_too_large', { max })))

/** The search text of a list. */
export const search = described(
  line(limits.searchLength.max).optional(),
  'Only rows that match this text: names, addresses, ids, and hashes.',
  'anna',
)

/** `?page=` and `?page_size=`. The list itself refuses a page beyond the end. */
export const paging = z.object({
  page: described(pageNumber(100_000_000).optional(), 'The page to show, from 1.', '1'),
  page_size: described(
    pageNumber(limits.pageSize.max).optional(),
    `Rows per page, at most ${limits.pageSize.max}. Defaults to ${limits.pageSize.default}.`,
    '10',
  ),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    count: whole('Rows in the whole list. Long console lists stop counting at 10,000.', 1),
    next: str('The URL of the next page; null on the last one.', '')
      .nullable()
      .meta({ example: null }),
    previous: str('The URL of the previous page; null on the first one.', '')
      .nullable()
      .meta({ example: null }),
    results: listOf(item, 'The rows of this page.'),
  })

/**
 * Lists of the operators' console, which are also available as CSV. `next` continues after the last
 * row's key, so the millionth row costs as much as the first. `count` stops at 10,000.
 */
export const csvPaging = paging.extend({
  after: described(
    line(100).optional(),
    'Only rows after this one. `next` contains it; follow that link rather than building it.',
    '4711',
  ),
  format: described(
    z.enum(['json', 'csv']).optional(),
    '`csv` downloads the whole list as a file. In the console that needs a recent step-up.',
  ),
  language: described(
    z.enum(languages).optional(),
    'The language of the file’s column names. Defaults to the field names.',
  ),
})

/** Lists that also serve as a queue: `oldest` puts the longest-waiting row first. */
export const queuePaging = csvPaging.extend({
  sort: described(
    z.enum(['newest', 'oldest']).optional(),
    '`oldest` lists the longest-waiting items first. Defaults to `newest`.',
  ),
})

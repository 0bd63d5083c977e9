import { rateLimits } from '../../contract/fields/limits.ts'

// The rules that apply to every call: the introduction of the API reference.

const ABOUT = `
The API of a membership platform with a two-sided referral network. Members register, pay into a
wallet in TRX or USDT, activate profiles that take seats in the network, and withdraw what they
earn. Staff run it from a console with an API of its own.

## Requests

Send and expect JSON in UTF-8. Every path works with and without its trailing slash.

- **Money** in US dollars is a decimal string such as \`"12.50"\`, with 2 to 6 decimals. Amounts you
  send may be numbers or strings, with at most 2 decimals. Coins (TRX and USDT) have at most 6.
  Never put money into a floating-point number.
- **Times** are ISO 8601 in UTC.
- **Ids** are strings of digits. A \`profile_id\` such as \`BR-7K3M9Q2X\` is not case-sensitive.

## Signing in

Members sign in with \`POST /api/auth/login/\` and send the access token as
\`Authorization: Bearer …\`. It is valid for 15 minutes; \`POST /api/auth/token/refresh/\` exchanges
the refresh token for a new pair. Sensitive calls want the password entered within the last 5
minutes: they answer \`step_up_required\` until you make the step-up call.

## Errors

Errors are \`application/problem+json\` (RFC 9457). Act on \`code\`, which never changes; show
\`detail\` to people. Field errors are in \`errors\`, by field. Answers of 503 are safe to repeat
after \`Retry-After\` seconds, except \`outcome_unknown\`, which you repeat with the same
Idempotency-Key.

## Idempotency

Calls that move money take an \`Idempotency-Key\`: any string of up to 255 characters, best a UUID
for each thing a person does. The same key and the same request get the same answer for 7 days, so
you can repeat a call whose answer you never saw.

## Lists

Lists that grow are paged: \`page\` from 1, and \`page_size\` up to 100. \`next\` and \`previous\`
are URLs, or null at the ends. The newest rows come first.

## Limits

\`RateLimit\` and \`RateLimit-Policy\` headers say how many calls are left. Beyond that you get
\`rate_limited\` with \`Retry-After\`. Each member has ${rateLimits.general.most} calls a minute in
all, and each visitor's network address as many.
`

export const aboutApi = ABOUT.trim()

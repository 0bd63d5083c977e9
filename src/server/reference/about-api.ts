import { MAX_DOWNLOADS, rateLimits } from '../../contract/fields/limits.ts'

// The rules that apply to every call: the introduction of the API reference.

const ABOUT = `
The API of a membership platform with a binary referral network. Members register, deposit TRX or
USDT into a wallet, activate profiles that take seats in the network, and withdraw their earnings.
Staff use a console with its own API.

## Requests

Send and expect JSON in UTF-8. Every path works with and without its trailing slash.

- **Money** in US dollars is a decimal string such as \`"12.50"\`, with 2 to 6 decimals. Amounts you
  send may be numbers or strings, with at most 2 decimals. Coins (TRX and USDT) have at most 6.
  Never store money in a floating-point number.
- **Times** are ISO 8601 in UTC.
- **Ids** are strings of digits. A \`profile_id\` such as \`BR-7K3M9Q2X\` is not case-sensitive.

## Signing in

Members sign in with \`POST /api/auth/login/\` and send the access token as
\`Authorization: Bearer …\`. It is valid for 15 minutes. \`POST /api/auth/token/refresh/\` exchanges
the refresh token for a new pair. Sensitive calls require a step-up within the last 5 minutes: the
password, a code, or a passkey again. Until you make the step-up call, they return
\`step_up_required\`.

## Errors

Errors are \`application/problem+json\` (RFC 9457). Act on \`code\`, which is stable, and
show \`detail\` to people. \`errors\` has the errors of each field. After a 503, you can safely
repeat the call after \`Retry-After\` seconds. Repeat a call that returned \`outcome_unknown\` only
with the same Idempotency-Key.

## Idempotency

Calls that move money accept an \`Idempotency-Key\`: any string of up to 255 characters, preferably
a new UUID for each user action. For 7 days, the same request with the same key returns the same
response, so you can repeat a call if you didn't receive the response.

## Lists

Lists that grow are paged: \`page\` from 1, and \`page_size\` up to 100. \`next\` and \`previous\`
are URLs, or null at the ends. The newest rows come first.

## Limits

\`RateLimit\` and \`RateLimit-Policy\` headers show how many calls are left. Above the limit,
calls return \`rate_limited\` with \`Retry-After\`. Each member, and each visitor's network address,
has ${rateLimits.general.most} calls a minute in total, and can have
${MAX_DOWNLOADS} long answers (files, and texts over 256 KB) open at once. We disconnect a reader
who takes nothing for a minute.
`

export const aboutApi = ABOUT.trim()

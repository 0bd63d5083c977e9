import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ApiError, isFinalRefusal, isNotBegun, messageOf } from '../../../client/api-error.ts'

export type Verdict = { title: string; text: string; next: string }

// Why a transaction didn't credit the request: a title for the case, and what to do. The server's
// own sentence with the details goes between them.
const CASES: Record<string, { title: MessageDescriptor; next: MessageDescriptor }> = {
  not_found: {
    title: msg`Not known yet`,
    next: msg`A new transaction takes a minute to show up. Check the hash and try again.`,
  },
  confirming: {
    title: msg`Still confirming`,
    next: msg`You don’t need to do anything: we credit it once it’s final.`,
  },
  wrong_recipient: {
    title: msg`Sent to another address`,
    next: msg`Compare the address in your wallet’s history with your deposit address.`,
  },
  wrong_token: {
    title: msg`Another asset`,
    next: msg`Only the requested amount completes the request. What you sent isn’t lost.`,
  },
  already_used: {
    title: msg`Already used`,
    next: msg`It’s already credited. Look for it in your transaction history.`,
  },
  amount_mismatch: {
    title: msg`Another amount`,
    next: msg`Open the deposit’s details to accept the amount received.`,
  },
  failed_on_chain: {
    title: msg`Failed on the network`,
    next: msg`Only the network fee has left your wallet. Send the payment again.`,
  },
  too_old: {
    title: msg`Older than the request`,
    next: msg`It doesn’t belong to this request. Look under “Received without a request”.`,
  },
  too_late: {
    title: msg`Too late for the request`,
    next: msg`You can accept it in your account, under “Received without a request”.`,
  },
}

/** The server refuses a token that we never credit with the code of the other coin. */
const NEVER_CREDITED = {
  title: msg`Another asset`,
  next: msg`We can’t credit it. Contact support.`,
}

const OTHERWISE = {
  title: msg`We couldn’t check it`,
  next: msg`Nothing changed. Try again in a moment.`,
}

/** We may have credited it and lost the answer. */
const UNKNOWN = {
  title: msg`We couldn’t confirm it`,
  next: msg`We may have credited it already. Try again – we credit a transaction only once.`,
}

function caseOf(error: unknown) {
  if (error instanceof ApiError) {
    if (error.problem?.text?.code === 'token_not_credited') return NEVER_CREDITED
    const known = CASES[error.code]
    if (known) return known
  }
  return isFinalRefusal(error) || isNotBegun(error) ? OTHERWISE : UNKNOWN
}

/** The text for the case of an unsuccessful verification. */
export function verdictOf(error: unknown): Verdict {
  const code = error instanceof ApiError ? error.code : ''
  const { title, next } = caseOf(error)
  const problem = error instanceof ApiError ? error.problem : null
  const counted =
    code === 'confirming' && problem?.required !== undefined
      ? t` ${problem.confirmations ?? 0} of ${problem.required} confirmations.`
      : ''
  return {
    title: i18n._(title),
    text: messageOf(error, t`Verification failed`) + counted,
    next: i18n._(next),
  }
}

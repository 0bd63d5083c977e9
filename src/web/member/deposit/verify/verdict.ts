import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ApiError, messageOf } from '../../../client/api-error.ts'

export type Verdict = { title: string; text: string; next: string }

// What became of a transaction that did not credit the request: a name for the case, and what to
// do. What exactly was found stands between them, in the server's own sentence.
const CASES: Record<string, { title: MessageDescriptor; next: MessageDescriptor }> = {
  not_found: {
    title: msg`Not known yet`,
    next: msg`A new transaction takes a minute to be known. Compare the hash, then try again.`,
  },
  confirming: {
    title: msg`Still confirming`,
    next: msg`Nothing to do: it is credited by itself once it is final.`,
  },
  wrong_recipient: {
    title: msg`Sent to another address`,
    next: msg`Compare the address in your wallet’s history with your deposit address.`,
  },
  wrong_token: {
    title: msg`Another asset`,
    next: msg`Only what the request asks for can meet it. What reached your address is not lost.`,
  },
  already_used: {
    title: msg`Already used`,
    next: msg`It has been credited before: look for it in your transaction history.`,
  },
  amount_mismatch: {
    title: msg`Another amount`,
    next: msg`Open the deposit’s details to accept what was received.`,
  },
  failed_on_chain: {
    title: msg`Failed on the network`,
    next: msg`No money has left your wallet but the network’s fee. Send it again.`,
  },
  too_old: {
    title: msg`Older than the request`,
    next: msg`It cannot belong to this request. It is among what was received without one.`,
  },
  too_late: {
    title: msg`Too late for the request`,
    next: msg`You can accept it in your account, under what was received without a request.`,
  },
}

const OTHERWISE = {
  title: msg`Could not be checked`,
  next: msg`Nothing has changed. Please try again shortly.`,
}

/** The case that an unsuccessful verification is, in words. */
export function verdictOf(error: unknown): Verdict {
  const code = error instanceof ApiError ? error.code : ''
  const { title, next } = CASES[code] ?? OTHERWISE
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

import { ApiError, messageOf } from '../../api-error.ts'

export type Verdict = { title: string; text: string; next: string }

// What became of a transaction that did not credit the request: a name for the case, and what to
// do. What exactly was found stands between them, in the server's own sentence.
const CASES: Record<string, { title: string; next: string }> = {
  not_found: {
    title: 'Not known yet',
    next: 'A new transaction takes a minute to be known. Compare the hash and try again shortly.',
  },
  confirming: {
    title: 'Still confirming',
    next: 'Nothing to do: it is credited by itself once it is final.',
  },
  wrong_recipient: {
    title: 'Sent to another address',
    next: 'Compare the address in your wallet’s history with your deposit address.',
  },
  wrong_token: {
    title: 'Another asset',
    next: 'Only what the request asks for can meet it. What reached your address is not lost.',
  },
  already_used: {
    title: 'Already used',
    next: 'It has been credited before: look for it in your transaction history.',
  },
  amount_mismatch: {
    title: 'Another amount',
    next: 'Open the deposit’s details to accept what was received.',
  },
  failed_on_chain: {
    title: 'Failed on the network',
    next: 'No money has left your wallet but the network’s fee. Send it again.',
  },
  too_old: {
    title: 'Older than the request',
    next: 'It cannot belong to this request. It is among what was received without one.',
  },
  too_late: {
    title: 'Too late for the request',
    next: 'You can accept it in your account, under what was received without a request.',
  },
}

const OTHERWISE = {
  title: 'Could not be checked',
  next: 'Nothing has changed. Please try again shortly.',
}

/** The case that an unsuccessful verification is, in words. */
export function verdictOf(error: unknown): Verdict {
  const code = error instanceof ApiError ? error.code : ''
  const { title, next } = CASES[code] ?? OTHERWISE
  const problem = error instanceof ApiError ? error.problem : null
  const counted =
    code === 'confirming' && problem?.required !== undefined
      ? ` ${problem.confirmations ?? 0} of ${problem.required} confirmations.`
      : ''
  return { title, text: messageOf(error, 'Verification failed') + counted, next }
}

import { expect, test } from 'vitest'
import '../../src/web/i18n/english.ts'
import { ApiError } from '../../src/web/client/api-error.ts'
import { showMismatch } from '../../src/web/member/deposit/verify/show-mismatch.ts'
import { copyReferralLink } from '../../src/web/member/referrals/copy-referral-link.ts'
import { toastFailure } from '../../src/web/ui/toast/toast-failure.ts'
import { attachToaster, dismissErrors, toast, toastError } from '../../src/web/ui/toast/toast.ts'
import type { ToastNote } from '../../src/web/ui/toast/toast.ts'

function listen(): ToastNote[] {
  return listenBoth().notes
}

function listenBoth() {
  const heard = { notes: new Array<ToastNote>(), dismissals: 0 }
  attachToaster({
    show: (note) => heard.notes.push(note),
    dismissErrors: () => (heard.dismissals += 1),
  })
  return heard
}

const mismatch = new ApiError(
  409,
  {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'Another amount.',
    code: 'amount_mismatch',
    request_id: 'one',
    display: {
      expected: '10.20 USDT',
      received: '7.00 USDT',
      conversion: 'none',
      conversion_text: { code: 'received_worth', params: { amount: '7.00' } },
      sun_values: { expected: '10200000', received: '7000000', difference: '-3200000' },
    },
  },
  'Another amount.',
)

test('shows messages for 3 seconds, failures for 5, and longer texts for 10', () => {
  const notes = listen()
  toast('Copied!')
  toastFailure(new ApiError(0, null, 'No answer.'), 'Failed to load dashboard data')
  expect(showMismatch(mismatch)).toBe(true)
  expect(notes).toMatchObject([
    { title: 'Copied!', durationMs: 3000 },
    { title: 'Failed to load dashboard data', description: 'No answer.', durationMs: 5000 },
    { title: 'Amount Mismatch', kind: 'destructive', durationMs: 10_000 },
  ])
  expect(showMismatch(new ApiError(500, null, ''))).toBe(false)
})

test('copies no link without a name', async () => {
  const notes = listen()
  await copyReferralLink('')
  expect(notes).toMatchObject([
    {
      kind: 'destructive',
      title: 'Error',
      description: 'Please sign in to get your referral link',
    },
  ])
})

test('removes failures on a success, and on leaving their page', () => {
  const detach = attachToaster({ show: () => undefined, dismissErrors: () => undefined })
  detach()
  toastError('Login failed')
  toast('Copied!')
  dismissErrors()
  const heard = listenBoth()
  expect(heard.notes).toMatchObject([{ title: 'Copied!' }])
  toastError('Login failed')
  expect(heard.dismissals).toBe(0)
  toast('Logged Out', { kind: 'success' })
  expect(heard.dismissals).toBe(1)
})

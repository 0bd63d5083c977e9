import { expect, test } from 'vitest'
import '../../src/web/i18n/english.ts'
import { copyReferralLink } from '../../src/web/member/referral-link-actions.ts'
import { attachToaster, toast, toastError } from '../../src/web/ui/toast.ts'
import type { ToastNote } from '../../src/web/ui/toast.ts'

function listen(): ToastNote[] {
  const notes: ToastNote[] = []
  attachToaster((note) => notes.push(note))
  return notes
}

test('a message stands for 3 seconds, a failure for 5, and 10 where there is more to read', () => {
  const notes = listen()
  toast('Copied!')
  toastError('Error', 'Failed to load dashboard data')
  toast('Amount Mismatch', { durationMs: 10_000 })
  expect(notes.map(({ durationMs }) => durationMs)).toEqual([3000, 5000, 10_000])
})

test('without a name there is no link to copy', async () => {
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

import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { useMay } from '../session/permission.ts'
import { howManyText } from '../parts/times-text.ts'

const TIMEOUT_MS = 180_000

const sizeOf = (journals: number, postings: number): string =>
  `${howManyText(journals, 'journal')}, ${howManyText(postings, 'posting')}`

/** Compares all balances with their postings, which takes a while. */
export function CheckLedger() {
  const may = useMay('checkLedger')
  const check = useMutation({
    mutationFn: () => call('checkLedger', {}, { timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ ok, journals, postings, differences }) =>
      ok
        ? toast('The ledger is consistent', {
            description: `${sizeOf(journals, postings)}, no differences.`,
            kind: 'success',
            durationMs: 10_000,
          })
        : toastError('The ledger has differences', differences.slice(0, 5).join('\n')),
    onError: (error) => toastError('Not checked', messageOf(error, 'Please try again.')),
  })
  if (!may) return null
  return (
    <Button size="small" icon="shield" pending={check.isPending} onClick={() => check.mutate()}>
      Check ledger
    </Button>
  )
}

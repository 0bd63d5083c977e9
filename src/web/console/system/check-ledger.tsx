import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { useMay } from '../session/permission.ts'

const TIMEOUT_MS = 180_000

function sizeOf(journals: number, postings: number): string {
  const entries = plural(journals, { one: '# journal', other: '# journals' })
  const lines = plural(postings, { one: '# posting', other: '# postings' })
  return `${entries}, ${lines}`
}

/** Compares all balances with their postings, which takes a while. */
export function CheckLedger() {
  const may = useMay('checkLedger')
  const check = useMutation({
    mutationFn: () => call('checkLedger', {}, { timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ ok, journals, postings, differences }) =>
      ok
        ? toast(t`The ledger is consistent`, {
            description: t`${sizeOf(journals, postings)}, no differences.`,
            kind: 'success',
            durationMs: 10_000,
          })
        : toastError(t`The ledger has differences`, differences.slice(0, 5).join('\n')),
    onError: (error) => toastError(t`Not checked`, messageOf(error, t`Please try again.`)),
  })
  if (!may) return null
  return (
    <Button size="small" icon="shield" pending={check.isPending} onClick={() => check.mutate()}>
      <Trans>Check ledger</Trans>
    </Button>
  )
}

import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { makeIdempotencyKey } from '../../client/pending-requests.ts'
import { call } from '../../session/api.ts'
import { ApiError, messageOf, localize } from '../../client/api-error.ts'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { refreshUnlessRefused } from '../money/toast-payment-error.ts'
import { showMismatch } from './verify/show-mismatch.ts'
import { readTransactionId } from './verify/transaction-id.ts'
import { verdictOf } from './verify/verdict.ts'
import type { Verdict } from './verify/verdict.ts'

const FAULTS = {
  empty: msg`Enter the transaction hash.`,
  address: msg`This is an address. The transaction hash has 64 letters and digits.`,
  other: msg`This isn’t a transaction hash. A hash has 64 letters and digits, sometimes after 0x.`,
}

function faultOf(text: string): string | true {
  const { kind } = readTransactionId(text)
  return kind === 'id' || i18n._(FAULTS[kind])
}

type VerifyFormProps = { requestId: string; onDone: () => void }

/** Looks up one transaction for a request, and explains the case if it doesn't credit it. */
export function VerifyForm({ requestId, onDone }: VerifyFormProps) {
  const { field, handleSubmit, showErrors } = useFields({ transaction_hash: '' })
  const verify = useVerify(requestId, onDone, showErrors)
  const submit = handleSubmit(({ transaction_hash: text }) => {
    const read = readTransactionId(text)
    if (read.kind === 'id') verify.mutate(read.id)
  })
  const hash = field('transaction_hash', { validate: faultOf, onChange: () => verify.reset() })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t`Transaction Hash`}
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        {...hash}
      />
      {verify.isError && !hash.error && <VerdictPanel verdict={verdictOf(verify.error)} />}
      <div>
        <MoneyButton kind="primary" type="submit" pending={verify.isPending} wide>
          <Trans>Verify Deposit</Trans>
        </MoneyButton>
      </div>
    </form>
  )
}

function VerdictPanel({ verdict }: { verdict: Verdict }) {
  return (
    <output className="block border-s-2 border-warn ps-4 text-sm text-soft">
      <span className="block font-semibold text-ink">{verdict.title}</span>
      <span className="mt-0.5 block">{verdict.text}</span>
      <span className="mt-0.5 block">{verdict.next}</span>
    </output>
  )
}

function useVerify(requestId: string, onDone: () => void, showErrors: (error: unknown) => boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call(
        'verifyDeposit',
        { params: { request_id: requestId }, body: { transaction_hash: id } },
        // A later look-up is a new request, because the chain may have moved on.
        { idempotencyKey: makeIdempotencyKey() },
      ),
    onSuccess: ({ message, text }) => {
      const description = localize(message, text)
      toast(t`Deposit Verified`, { description, kind: 'success', durationMs: 5000 })
      void client.invalidateQueries()
      onDone()
    },
    onError: (error) => {
      showErrors(error)
      // A mismatch or a pending transfer was just recorded, so the request's stage shows it.
      void client.invalidateQueries({ queryKey: ['deposit', requestId] })
      refreshUnlessRefused(client, error)
      const failed = t`Verification Failed`
      if (!(error instanceof ApiError && error.problem)) toastError(failed, messageOf(error, ''))
      // The server's message is the title.
      else if (!showMismatch(error)) toastError(messageOf(error, failed), failed)
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, makeIdempotencyKey } from '../../api.ts'
import { ApiError, messageOf } from '../../api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { usdText } from '../../ui/money-text.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { depositQuery } from '../queries.ts'
import { readTransactionId } from './transaction-id.ts'

type VerifyDialogProps = { open: boolean; requestId: string; onClose: () => void }

/** For "I sent it and nothing shows": one transaction, looked up now. */
export function VerifyDialog({ open, requestId, onClose }: VerifyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Verify Deposit"
      description="Paste the transaction hash from your wallet, or the explorer’s link to it."
    >
      <Verify requestId={requestId} onClose={onClose} />
    </Dialog>
  )
}

function Verify({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(depositQuery(requestId))
  if (isPending) return <SkeletonRows rows={3} label="Loading the deposit…" />
  if (!data) {
    return (
      <ErrorPanel
        error={error}
        title="Unable to load deposit details"
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <dl className="figures mb-5 text-[0.9375rem]">
        <div className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-soft">Request</dt>
          <dd>{data.request_id}</dd>
        </div>
        <div className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-soft">Expected</dt>
          <dd>
            {data.crypto_amount} {data.cryptocurrency} for {usdText(data.requested_amount)}
          </dd>
        </div>
      </dl>
      <VerifyForm requestId={requestId} onClose={onClose} />
    </>
  )
}

const FAULTS = {
  empty: 'Enter the transaction hash.',
  address: 'This is an address. The transaction hash has 64 letters and digits.',
  other: 'This is no transaction hash. It has 64 letters and digits, and may begin with 0x.',
}

function VerifyForm({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const verify = useVerify(requestId, onClose, setFault)
  const submit = () => {
    const read = readTransactionId(text)
    if (read.kind === 'id') verify.mutate(read.id)
    else setFault(FAULTS[read.kind])
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!verify.isPending) submit()
      }}
    >
      <Field
        label="Transaction Hash"
        placeholder="0x…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
        error={fault}
      />
      <Button kind="primary" type="submit" pending={verify.isPending} wide>
        Verify Deposit
      </Button>
    </form>
  )
}

function useVerify(requestId: string, onDone: () => void, onFault: (fault: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      call(
        'verifyDeposit',
        { params: { request_id: requestId }, body: { transaction_hash: id } },
        // Asking again later is a new question: the chain may have moved on since.
        { idempotencyKey: makeIdempotencyKey() },
      ),
    onSuccess: ({ message }) => {
      toast('Deposit Verified', { description: message, kind: 'success', durationMs: 5000 })
      void client.invalidateQueries()
      onDone()
    },
    onError: (error) => {
      const message = messageOf(error, 'Verification failed')
      onFault(message)
      if (error instanceof ApiError && error.problem?.display) showMismatch(error)
      else toastError('Verification Failed', message)
    },
  })
}

function showMismatch(error: ApiError): void {
  const display = error.problem?.display
  if (!display) return
  const { expected, received, difference } = display.sun_values
  toast('Amount Mismatch', {
    kind: 'destructive',
    durationMs: 10_000,
    description: [
      `Expected: ${display.expected}`,
      `Received: ${display.received}`,
      `Conversion: ${display.conversion}`,
      `Sun: expected ${expected}, received ${received}, difference ${difference}`,
    ].join('\n'),
  })
}

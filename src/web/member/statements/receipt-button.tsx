import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../client/api-error.ts'
import { saveFile } from '../../client/save-file.ts'
import { callFile } from '../../session/api.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast/toast.ts'

/** Saves the proof that an entry is in the public log. */
export function ReceiptButton({ journal }: { journal: string }) {
  const receipt = useMutation({
    mutationFn: () => callFile('getReceipt', { params: { journal } }),
    onSuccess: (file) => saveFile(`twofold-receipt-${journal}.tlog-proof`, file),
    onError: (error) => toastError(t`Error`, messageOf(error, t`We couldn’t get the receipt`)),
  })
  return (
    <Button
      size="small"
      kind="quiet"
      icon="deposit"
      // As high as a line of text, and without its own indent, so that it aligns with its row.
      className="-my-2 align-top sm:-me-3 pointer-coarse:-my-3"
      aria-label={t`Download the receipt of entry ${journal}`}
      pending={receipt.isPending}
      onClick={() => receipt.mutate()}
    >
      <span className="max-sm:hidden">
        <Trans>Receipt</Trans>
      </span>
    </Button>
  )
}

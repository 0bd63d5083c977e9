import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { callFile } from '../../session/api.ts'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { saveFile } from '../../client/save-file.ts'
import type { Period } from './periods.ts'

/** The same statement for a spreadsheet, and on paper. */
export function DownloadButtons({ period }: { period: Period }) {
  return (
    <div className="mt-5 flex flex-wrap gap-2 print:hidden">
      <DownloadCsv period={period} />
      <Button size="small" className="max-sm:grow" onClick={() => window.print()}>
        <Trans>Print or save as PDF</Trans>
      </Button>
    </div>
  )
}

function DownloadCsv({ period }: { period: Period }) {
  const fetched = useMutation({
    mutationFn: () => callFile('getStatement', { query: { ...period, format: 'csv' } }),
    onSuccess: (file) => {
      saveFile(`twofold-statement-${period.from}-to-${period.to}.csv`, file)
      toast(t`Statement saved`, { kind: 'success' })
    },
    onError: (error) =>
      toastError(t`Error`, messageOf(error, t`We couldn’t download the statement`)),
  })
  return (
    <Button
      size="small"
      icon="deposit"
      className="max-sm:grow"
      pending={fetched.isPending}
      onClick={() => fetched.mutate()}
    >
      <Trans>Download CSV</Trans>
    </Button>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { callFile } from '../../session/api.ts'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { saveFile } from '../../client/save-file.ts'
import type { Period } from './periods.ts'

const TYPES = { csv: 'text/csv', html: 'text/html' } as const
type Format = keyof typeof TYPES

/** The same statement as a table for a spreadsheet, as a page to print, and on paper from here. */
export function DownloadButtons({ period }: { period: Period }) {
  return (
    <div className="mt-5 flex flex-wrap gap-2 print:hidden">
      <Download period={period} format="csv" label={t`Download CSV`} />
      <Download period={period} format="html" label={t`Printable page`} />
      <Button size="small" className="max-sm:grow" onClick={() => window.print()}>
        <Trans>Print</Trans>
      </Button>
    </div>
  )
}

function Download(props: { period: Period; format: Format; label: string }) {
  const { period, format, label } = props
  const fetched = useMutation({
    mutationFn: () => callFile('getStatement', { query: { ...period, format } }),
    onSuccess: (file) => {
      saveFile(`twofold-statement-${period.from}-to-${period.to}.${format}`, file)
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
      {label}
    </Button>
  )
}

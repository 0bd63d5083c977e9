import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../client/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { exportCsv } from './export-csv.ts'
import type { ListName } from './list-name.ts'

type CsvButtonProps = {
  name: ListName
  query: Record<string, string>
  params?: Record<string, string>
}

/** Downloads the filtered list. The server records who exported it. */
export function CsvButton({ name, query, params = {} }: CsvButtonProps) {
  const run = useMutation({
    mutationFn: () => exportCsv(name, query, params),
    onError: (error) => toastError(t`Not exported`, messageOf(error, t`Please try again.`)),
  })
  return (
    <Button size="small" icon="deposit" pending={run.isPending} onClick={() => run.mutate()}>
      <Trans>CSV</Trans>
    </Button>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { saveFile } from '../../client/save-file.ts'
import { callFile } from '../../session/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { toast } from '../../ui/toast/toast.ts'
import { isStepUpAsked, useStepUp } from '../security/step-up.tsx'

export function DownloadData() {
  const runConfirmed = useStepUp()
  const fetched = useMutation({
    mutationFn: () => runConfirmed(() => callFile('exportMyData', {})),
    onSuccess: (file) => {
      saveFile('twofold-my-data.json', file)
      toast(t`Your data was saved`, { kind: 'success' })
    },
    onError: (error) => {
      if (isStepUpAsked(error)) return
      toastFailure(error, t`We couldn’t collect your data. Try again.`)
    },
  })
  return (
    <Card label={t`Download your data`} className="min-w-0 p-5 sm:p-6">
      <h3 className="text-lg font-semibold">
        <Trans>Download your data</Trans>
      </h3>
      <p className="mt-2 text-soft">
        <Trans>
          One JSON file with all that we hold about you: profile, wallet, deposits, withdrawals,
          referrals, activity, devices, and messages. You can make it five times a day. For a
          spreadsheet of your wallet, use{' '}
          <Link to={paths.statements()} className="underline underline-offset-4 hover:text-ink">
            Statements
          </Link>
          .
        </Trans>
      </p>
      <div className="mt-4">
        <Button icon="deposit" pending={fetched.isPending} onClick={() => fetched.mutate()}>
          <Trans>Download your data</Trans>
        </Button>
      </div>
    </Card>
  )
}

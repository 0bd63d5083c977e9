import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { messageOf } from '../../client/api-error.ts'
import { saveFile } from '../../client/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dayText } from '../../ui/format/time-text.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { meQuery } from '../me/queries.ts'
import { Checked } from './checked.tsx'
import { checkProof, proofName, readProof } from './check-proof.ts'

type Proof = CallAnswer<'listProofs'>['results'][number]

/** A day: what we owed the member, and the ways to check it. */
export function ProofRow({ proof: { day, balance } }: { proof: Proof }) {
  const shownDay = dayText(day)
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: async () => {
      const { username } = await client.ensureQueryData(meQuery)
      return checkProof({ username, day })
    },
  })
  const saved = useMutation({
    mutationFn: () => readProof(day),
    onSuccess: (file) => saveFile(`twofold-${proofName(day)}`, file),
    onError: (error) => toastError(t`Error`, messageOf(error, t`We couldn’t download the proof`)),
  })
  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>
          {shownDay}: <span className="figures font-semibold">{usdText(balance)}</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon="check"
            aria-label={t`Check it yourself: ${shownDay}`}
            pending={check.isPending}
            onClick={() => check.mutate()}
          >
            <Trans>Check it yourself</Trans>
          </Button>
          <Button
            size="small"
            icon="deposit"
            aria-label={t`Download the proof of ${shownDay}`}
            pending={saved.isPending}
            onClick={() => saved.mutate()}
          >
            <Trans>Download</Trans>
          </Button>
        </div>
      </div>
      {check.error && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {messageOf(check.error, t`We couldn’t load what the check needs. Try again.`)}
        </p>
      )}
      {check.data && <Checked {...check.data} day={day} balance={balance} />}
    </li>
  )
}

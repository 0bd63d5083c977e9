import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { micros, parseUsd, formatUsd } from '../../../domain/money/money.ts'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { useChange } from '../session/use-change.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { knownText } from '../parts/known-text.ts'
import { Short } from '../parts/list/cells.tsx'
import { Flags } from './flags.tsx'
import type { Withdrawal } from './queries.ts'

type Results = CallAnswer<'approveWithdrawals'>['results']

const sumOf = (items: Withdrawal[]): string =>
  usdText(formatUsd(micros(items.reduce((sum, { amount }) => sum + (parseUsd(amount) ?? 0n), 0n))))

/** Approves several withdrawals at their displayed revisions. Each has its own outcome. */
export function BulkApprove({ items, onDone }: { items: Withdrawal[]; onDone: () => void }) {
  const [open, setOpen] = useState(false)
  const [results, setResults] = useState<Results | null>(null)
  const approve = useChange('approveWithdrawals', {
    done: ({ results }) =>
      t`${results.filter(({ done }) => done).length} of ${results.length} done.`,
    onDone: ({ results }) => setResults(results),
  })
  const ask = () => {
    setResults(null)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    if (results) onDone()
  }
  if (items.length === 0 && !open) return null
  return (
    <>
      <Button size="small" kind="primary" onClick={ask}>
        <Trans>Approve {items.length} selected</Trans>
      </Button>
      <ChangeDialog
        open={open}
        onClose={close}
        title={
          results
            ? t`Result`
            : t`Approve ${plural(items.length, { one: '# withdrawal', other: '# withdrawals' })}`
        }
        description={results ? undefined : t`Together ${sumOf(items)}.`}
      >
        {results ? (
          <Outcome results={results} />
        ) : (
          <Chosen
            items={items}
            pending={approve.isPending}
            onConfirm={() =>
              approve.mutate({
                body: { items: items.map(({ id, revision }) => ({ id, revision })) },
              })
            }
          />
        )}
      </ChangeDialog>
    </>
  )
}

type ChosenProps = { items: Withdrawal[]; pending: boolean; onConfirm: () => void }

function Chosen({ items, pending, onConfirm }: ChosenProps) {
  return (
    <>
      <ul className="mb-5 max-h-72 overflow-y-auto text-sm">
        {items.map(({ id, username, amount, flags, wallet_address: address }) => (
          <li key={id} className="flex justify-between gap-4 border-b border-line py-1.5">
            <span className="min-w-0">
              <span className="block wrap-anywhere">{username}</span>
              <span className="mt-0.5 block text-xs text-faint">
                <Short text={address} />
              </span>
              {flags.length > 0 && <Flags flags={flags} />}
            </span>
            <span className="figures">{usdText(amount)}</span>
          </li>
        ))}
      </ul>
      <Button kind="primary" wide pending={pending} onClick={onConfirm}>
        <Trans>Approve {items.length}</Trans>
      </Button>
    </>
  )
}

const doneText = (withdrawal: Results[number]['withdrawal']): string =>
  withdrawal?.status === 'pending' ? t`Waiting for another operator` : t`Approved`

/** The answer has no values for the sentence. None of these refusals needs any. */
const refusalText = ({ code, detail }: Pick<Results[number], 'code' | 'detail'>): string =>
  knownText(`server.${code}`, detail ?? t`Couldn’t save changes`)

function Outcome({ results }: { results: Results }) {
  return (
    <ul className="text-sm">
      {results.map(({ id, done, withdrawal, ...refused }) => (
        <li key={id} className="flex justify-between gap-4 border-b border-line py-1.5">
          <span>
            <Trans>
              No. {id} {withdrawal?.username}
            </Trans>
          </span>
          <span className={done ? 'text-good' : 'text-end text-bad'}>
            {done ? doneText(withdrawal) : refusalText(refused)}
          </span>
        </li>
      ))}
    </ul>
  )
}

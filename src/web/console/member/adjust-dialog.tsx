import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { CallAnswer } from '../../../contract/call.ts'
import { parseUsd } from '../../../domain/money/money.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { ClosedAccount } from '../ledger/closed-account.tsx'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { ReasonField, reasonRules } from '../parts/reason-field.tsx'
import { useDraft } from '../session/use-draft.ts'
import { useChange } from '../session/use-change.ts'
import { adjustmentLimitQuery } from './queries.ts'

type AdjustDialogProps = {
  username: string
  /** Whether the member has closed the account. */
  closed: boolean
  open: boolean
  onClose: () => void
}

/**
 * Requests a change of a wallet. Above what one operator may adjust alone, another must approve it
 * first. The form shows which applies.
 */
export function AdjustDialog({ username, closed, open, onClose }: AdjustDialogProps) {
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={t`Adjust the wallet of ${username}`}
      description={t`We email the member the amount and the reason once it’s approved.`}
    >
      <div className="grid gap-4">
        {closed && <ClosedAccount />}
        <AdjustForm username={username} onClose={onClose} />
      </div>
    </ChangeDialog>
  )
}

type Form = { amount: string; reason: string }
const EMPTY: Form = { amount: '', reason: '' }
type Limit = CallAnswer<'getAdjustmentLimit'>

/** The unsigned amount in micro-dollars; null while it's invalid. */
function sizeOf(text: string): bigint | null {
  const size = parseUsd(text.trim().replace('-', ''))
  return size !== null && size > 0n ? size : null
}

const isWithin = (amount: string, left: string): boolean => {
  const [size, most] = [sizeOf(amount), parseUsd(left)]
  return size !== null && most !== null && size <= most
}

function AdjustForm({ username, onClose }: Pick<AdjustDialogProps, 'username' | 'onClose'>) {
  const { start, keep, onSent } = useDraft(`adjustment ${username}`, EMPTY, onClose)
  const { control, field, getValues, handleSubmit, showErrors } = useFields<Form>(start)
  const limit = useQuery(adjustmentLimitQuery(username))
  const request = useChange('requestAdjustment', {
    done: ({ alone }) =>
      alone ? t`The wallet was adjusted.` : t`Requested. It’s waiting under Approvals.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ amount, reason }) =>
    request.mutate({ body: { username, amount: amount.trim(), reason: reason.trim() } }),
  )
  const amount = useWatch({ control, name: 'amount' })
  const alone = limit.data !== undefined && isWithin(amount, limit.data.left)
  return (
    <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-4">
      <Field
        label={t`Amount (USD)`}
        hint={t`Use a minus sign to deduct.`}
        inputMode="text"
        {...field('amount', {
          validate: (text) => sizeOf(text) !== null || t`Enter an amount such as 5.00 or -5.00.`,
        })}
      />
      <ReasonField {...field('reason', reasonRules)} />
      <p aria-live="polite" className="min-h-10 text-sm text-soft">
        {limit.isError
          ? t`Amounts above your limit need another operator’s approval.`
          : limit.data && whatItBecomes(limit.data, amount, alone)}
      </p>
      <Button kind="primary" type="submit" pending={request.isPending} wide>
        {alone ? t`Adjust now` : t`Send request`}
      </Button>
    </form>
  )
}

/** Shows before submitting whether it takes effect at once. */
function whatItBecomes({ left, ...limits }: Limit, amount: string, alone: boolean): string {
  const none = [limits.member_limit, limits.day_limit].some((limit) => parseUsd(limit) === 0n)
  if (none) return t`Needs another operator’s approval first.`
  const most = usdText(left)
  if (alone) return t`Takes effect right away: it’s within your ${most} limit.`
  return sizeOf(amount) === null
    ? t`Up to ${most} for this member takes effect right away. More needs approval.`
    : t`Needs another operator’s approval: your remaining limit for this member is ${most}.`
}

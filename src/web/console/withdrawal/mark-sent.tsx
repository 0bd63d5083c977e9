import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { transactionHashPattern } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { useClaimState, type ClaimState } from '../parts/queue/use-claim.ts'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import { draftOf, Ended, isUnpaid } from './changed-meanwhile.tsx'
import { PayOnceClaimed } from './pay-once-claimed.tsx'
import { NotNow, stopOf } from './not-now.tsx'

type Withdrawal = CallAnswer<'getWithdrawal'>

type MarkSentProps = {
  withdrawal: Withdrawal
  /** Gets the focus when the button has disappeared. */
  nextFocus: RefObject<HTMLElement | null>
}

/**
 * Records a payout that was made outside of the product, by its transaction. Claims the withdrawal
 * meanwhile, so that we don’t pay it, too. While nobody may pay it, the dialog says why. It still
 * records coins that were sent before, unless the ledger refuses that until a hold ends. It also
 * explains what changed while it was open, because the operator may have sent the coins.
 */
export function MarkSent({ withdrawal, nextFocus }: MarkSentProps) {
  const may = useMay('markWithdrawalSent')
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isApproved = withdrawal.stage === 'approved'
  const close = () => setOpen(false)
  const returnFocus = () => (button.current ?? nextFocus.current)?.focus({ preventScroll: true })
  useEffect(() => {
    if (!isApproved) return
    const next = nextFocus.current
    return () => {
      // The focus was on the button, which has disappeared.
      if (document.activeElement === document.body) next?.focus({ preventScroll: true })
    }
  }, [isApproved, nextFocus])
  if (!may) return null
  return (
    <>
      {isApproved && (
        <Button ref={button} size="small" onClick={() => setOpen(true)}>
          <Trans>Record as sent</Trans>
        </Button>
      )}
      <ChangeDialog
        open={open}
        onClose={close}
        title={t`Record a payout from another wallet`}
        description={
          !isApproved || stopOf(withdrawal)
            ? t`Don’t send any coins now.`
            : t`Send the coins once it’s claimed, then enter the transaction.`
        }
        returnFocus={returnFocus}
      >
        <Contents withdrawal={withdrawal} onClose={close} />
      </ChangeDialog>
    </>
  )
}

/**
 * Claims the withdrawal, unless something stops its payment. If that comes after the claim, the
 * operator may have sent the coins, so the claim stays.
 */
function useClaimToPay({ id, stage }: Withdrawal, isStopped: boolean): ClaimState {
  const [wasHeld, setWasHeld] = useState(false)
  const claim = useClaimState('withdrawals', id, wasHeld || !isStopped, stage)
  if (claim.held && !wasHeld) setWasHeld(true)
  return claim
}

type ContentsProps = { withdrawal: Withdrawal; onClose: () => void }

function Contents({ withdrawal, onClose }: ContentsProps) {
  if (!isUnpaid(withdrawal)) return <Ended withdrawal={withdrawal} />
  if (withdrawal.recordable_at) return <NotNow withdrawal={withdrawal} />
  return <SentForm withdrawal={withdrawal} onClose={onClose} />
}

function SentForm({ withdrawal, onClose }: ContentsProps) {
  const { id } = withdrawal
  const stop = stopOf(withdrawal)
  const claim = useClaimToPay(withdrawal, stop !== undefined)
  const { start, keep, onSent } = useDraft(draftOf(id), { transaction_hash: '' }, onClose)
  const { field, getValues, handleSubmit, showErrors } = useFields(start)
  const sent = useChange('markWithdrawalSent', {
    done: t`Recorded as sent.`,
    onDone: onSent,
    showFailure: showErrors,
  })
  const submit = handleSubmit((body) => sent.mutate({ params: { id }, body }))
  return (
    <form
      onSubmit={submit}
      onChange={() => keep({ transaction_hash: getValues('transaction_hash') })}
      noValidate
      className="grid gap-4"
    >
      {stop ? (
        <NotNow withdrawal={withdrawal} />
      ) : (
        // Its check of an earlier stage is outdated.
        <PayOnceClaimed key={withdrawal.stage} withdrawal={withdrawal} claim={claim} />
      )}
      <Field
        label={t`Transaction ID`}
        spellCheck={false}
        {...field('transaction_hash', {
          setValueAs: (text: string) => text.trim(),
          validate: (hash) =>
            transactionHashPattern.test(hash.trim()) ||
            t`Enter a transaction ID of 64 hexadecimal digits.`,
        })}
      />
      <Button kind="primary" type="submit" pending={sent.isPending} wide>
        <Trans>Record</Trans>
      </Button>
    </form>
  )
}

import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { formatUsd, parseUsd } from '../../../domain/money/money.ts'
import { paths } from '../../client/paths.ts'
import type { User } from '../../session/session.ts'
import { Address } from '../../ui/format/address.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { withdrawalTermsQuery } from './queries.ts'
import { useDraft } from '../../session/use-draft.ts'
import { isHeldBack, rateTrouble, useRate } from '../money/use-rate.ts'
import { PayoutHold } from './payout-hold.tsx'
import { PayoutMethodChoice } from './payout-method.tsx'
import { findWithdrawalFault, isBelowMinimum, quoteWithdrawal } from './withdrawal-quote.ts'
import type { PayoutMethod, WithdrawalQuote } from './withdrawal-quote.ts'
import { WithdrawalLines } from './withdrawal-lines.tsx'

export type WithdrawalDraft = { amount: string; method: PayoutMethod }

export const DRAFT = 'withdrawal'

type WithdrawFormProps = {
  user: User
  draft: WithdrawalDraft
  onReview: (quote: WithdrawalQuote) => void
  /** Called when a link leads away from the dialog. */
  onLeave: () => void
}

const NO_ADDRESS = msg`Please set a valid TRX wallet address in your profile`

/** What the typed amount pays out, by the chosen method and the current terms. */
function useQuote(amount: string, method: PayoutMethod) {
  const rate = useRate()
  const asked = method === 'usdt' && !isBelowMinimum(amount) ? parseUsd(amount.trim()) : null
  const terms = useQuery(withdrawalTermsQuery(asked === null ? undefined : formatUsd(asked)))
  const quote = quoteWithdrawal(amount, {
    method,
    // A held-back rate counts as none, however recent the last one was.
    rate: isHeldBack(rate.error) ? null : (rate.data?.rate ?? null),
    usdtNetworkFee: terms.data?.usdt_network_fee ?? null,
  })
  return { rate, quote, methods: terms.data?.methods ?? [], pricing: terms.isFetching }
}

export function WithdrawForm({ user, draft, onReview, onLeave }: WithdrawFormProps) {
  const form = useFields<WithdrawalDraft>(draft)
  const { field, control } = form
  const [amount, method] = useWatch({ control, name: ['amount', 'method'] })
  useDraft(DRAFT, form.getValues)
  const { rate, quote, methods, pricing } = useQuote(amount, method)
  const address = user.wallet_address
  const change = (value: string) => {
    form.setValue('amount', value.replace(',', '.'))
    form.clearErrors('amount')
  }
  const review = form.handleSubmit(
    () => {
      if (quote) onReview(quote)
      else if (!pricing)
        toastError(t`Error`, t`We can’t get the network fee right now. Choose TRX.`)
    },
    ({ amount: fault }) => toastError(fault?.message ?? ''),
  )
  return (
    <form onSubmit={review} noValidate className="grid gap-5">
      <p className="figures flex items-center justify-between gap-4">
        <span className="text-soft">
          <Trans>Balance {usdText(user.wallet_balance)}</Trans>
        </span>
        <Button size="small" onClick={() => change(user.wallet_balance)}>{t`Max`}</Button>
      </p>
      {methods.includes('usdt') && <PayoutMethodChoice {...field('method')} />}
      <Field
        label={t`Amount (USD)`}
        inputMode="decimal"
        autoComplete="off"
        placeholder="3.00"
        min={3}
        step={0.01}
        hint={t`Minimum withdrawal is $3.`}
        trailing={<span className="pr-2.5">USD</span>}
        {...field('amount', {
          onChange: () => change(form.getValues('amount')),
          validate: (text) => findWithdrawalFault(text, user.wallet_balance, address) ?? true,
        })}
      />
      <WithdrawalLines quote={quote} />
      {rate.isError && <p className="text-sm text-bad">{rateTrouble(rate.error)}</p>}
      <Destination address={address} onLeave={onLeave} />
      <PayoutHold />
      <div>
        <MoneyButton
          kind="primary"
          type="submit"
          wide
          disabled={isBelowMinimum(amount) || !address || rate.isPending}
        >{t`Review withdrawal`}</MoneyButton>
      </div>
    </form>
  )
}

type DestinationProps = { address: string | null; onLeave: () => void }

function Destination({ address, onLeave }: DestinationProps) {
  return (
    <div className="rounded-md border border-line bg-ground px-3.5 py-3">
      <p className="text-sm text-faint">{t`To your wallet address (TRC20)`}</p>
      {address ? (
        <Address value={address} />
      ) : (
        <>
          <p className="text-sm text-bad">{i18n._(NO_ADDRESS)}</p>
          <div className="mt-2">
            <ButtonLink
              size="small"
              icon="edit"
              to={paths.account({ edit: 'profile' })}
              onClick={onLeave}
            >
              <Trans>Set it now</Trans>
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  )
}

import { msg, t } from '@lingui/core/macro'
import type { ComponentPropsWithRef } from 'react'
import { RadioCards } from '../../ui/form/radio-cards.tsx'

const CHOICES = [
  { value: 'trx', label: 'TRX (TRC20)', note: msg`We pay the network fee` },
  { value: 'usdt', label: 'USDT (TRC20)', note: msg`You pay the network fee` },
] as const

type PayoutMethodProps = Omit<ComponentPropsWithRef<'input'>, 'children'>

/** The coin of the payout, shown only if the company pays in both. */
export const PayoutMethodChoice = (field: PayoutMethodProps) => (
  <RadioCards legend={t`Payment Method`} choices={CHOICES} {...field} />
)

import { useState } from 'react'
import type { Coin } from '../../../../domain/money/money.ts'
import { readDraft } from '../../../session/drafts.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { readLastCoin } from './coin-choice.tsx'

export const DRAFT = 'deposit'

export type DepositFields = { coin: Coin; amount: string }

/** The form's initial values: a draft, or the last method used on this device. */
function readFields(): DepositFields {
  const { coin, amount } = readDraft<Record<'coin' | 'amount', string>>(DRAFT, {
    coin: readLastCoin(),
    amount: '',
  })
  return { coin: coin === 'TRX' ? 'TRX' : 'USDT', amount }
}

/** The fields of the deposit form, kept if the session ends while it's open. */
export function useDepositFields() {
  const [fields, setFields] = useState(readFields)
  useDraft(DRAFT, () => fields)
  return [fields, setFields] as const
}

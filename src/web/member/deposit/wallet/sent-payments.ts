'use no memo'

import { createStore, useStore } from '../../../client/store.ts'
import { tabStorage } from '../../../session/tab-storage.ts'
import { payWithPageWallet, WalletFault } from './page-wallet.ts'
import type { Payment } from './wallet-link.ts'

// Payments for open deposit requests that the wallet of this page has sent. They outlive the dialog
// and the page, because we see a payment only a while after it was sent.

/** `unknown`: the wallet signed it, and didn't say whether it sent it. */
type SentState = 'sent' | 'unknown'

const MAX_PAYMENTS = 20
const changes = createStore(0)

const read = (): Record<string, SentState> => tabStorage.get('payments') ?? {}

function keep(requestId: string, state: SentState | undefined): void {
  const others = Object.entries(read()).filter(([id]) => id !== requestId)
  const all = state === undefined ? others : [...others, [requestId, state] as const]
  tabStorage.set('payments', Object.fromEntries(all.slice(-MAX_PAYMENTS)))
  changes.set(changes.get() + 1)
}

/** Whether the wallet of this page has sent the payment for a request. */
export function useSentState(requestId: string): SentState | undefined {
  useStore(changes)
  return read()[requestId]
}

/**
 * Pays for a request, and remembers that.
 * @throws like `payWithPageWallet`
 */
export async function payRequest(requestId: string, payment: Payment): Promise<void> {
  const before = read()[requestId]
  try {
    await payWithPageWallet(payment, () => keep(requestId, 'unknown'))
    keep(requestId, 'sent')
  } catch (error) {
    if (error instanceof WalletFault) keep(requestId, before)
    throw error
  }
}

import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { useStart } from './use-start.ts'

const FIRST_MS = 2000

/** As high as the card while its rows load. */
const Waiting = () => (
  <div className="h-full min-h-88 rounded-lg border border-line bg-sheet p-5 sm:p-6">
    <div className="h-22" />
    <SkeletonRows rows={4} label={t`Loading deposits…`} />
  </div>
)

const TransactionHistory = lazyPart(
  async () => (await import('../history/transaction-history.tsx')).TransactionHistory,
  { waiting: <Waiting />, missed: <LoadError /> },
)

/**
 * Deposits and withdrawals. On a phone, they lie below the first screen, and the code of their tabs
 * would delay it.
 */
export function LateHistory() {
  const isLinked = useSearchParams()[0].has('history')
  const [place, isStarted] = useStart(FIRST_MS, isLinked)
  return (
    <div ref={place} className="min-w-0">
      <Spot name="history" waiting={!isStarted}>
        {isStarted ? <TransactionHistory /> : <Waiting />}
      </Spot>
    </div>
  )
}

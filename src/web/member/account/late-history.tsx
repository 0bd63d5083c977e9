import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spot } from '../../ui/spot/spot.tsx'
import { useStart } from './use-start.ts'

const FIRST_MS = 2000

/** As high as the card was the last time, or while its rows load. */
const Waiting = () => (
  <div className="h-full min-h-88 rounded-lg border border-line bg-sheet p-5 sm:p-6">
    <Skeleton className="h-48" />
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
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div ref={place} className="min-w-0">
      <Spot name="history" waiting={!isLoaded}>
        {isStarted ? <TransactionHistory onLoaded={() => setLoaded(true)} /> : <Waiting />}
      </Spot>
    </div>
  )
}

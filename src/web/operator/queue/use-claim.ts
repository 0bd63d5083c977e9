import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../call.ts'
import type { CallInput } from '../../../contract/call.ts'

export const CLAIM = 'claim'
export type QueueName = CallInput<'claimItem'>['params']['queue']

const RENEW_MS = 60_000

/**
 * Takes an item of a queue for as long as it stands open here, so that no two operators work on
 * the same one. The claim lapses by itself when the page goes away without a word.
 *
 * @returns the refusal when somebody else has it
 */
export function useClaim(queue: QueueName, id: string, may: boolean): Error | null {
  const claim = useQuery({
    queryKey: [CLAIM, queue, id],
    queryFn: () => call('claimItem', { params: { queue, id } }),
    enabled: may,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: RENEW_MS,
  })
  useEffect(() => {
    if (!may) return
    return () => void call('releaseItem', { params: { queue, id } }).catch(() => null)
  }, [queue, id, may])
  return claim.error
}

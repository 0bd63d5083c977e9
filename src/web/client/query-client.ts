import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const MAX_RETRIES = 3

/** Reads are retried three times, after 1 s doubling to 30 s. A refusal is an answer. */
export function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !refused && failures < MAX_RETRIES
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 5 * 60_000,
        staleTime: 10_000,
        retry: shouldRetry,
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
        networkMode: 'always',
      },
      // We never resend money automatically or queue it for a later connection.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

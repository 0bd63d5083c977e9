import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/api-error.ts'

const MAX_RETRIES = 2

/** Reads are tried again twice; a refusal is an answer. Changes are never sent again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 5 * 60_000,
      retry: (failures, error) =>
        failures < MAX_RETRIES && !(error instanceof ApiError && error.status < 500),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

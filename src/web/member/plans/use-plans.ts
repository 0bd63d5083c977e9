import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastError } from '../../ui/toast/toast.ts'
import { plansQuery } from './queries.ts'

/** The catalog in force. A failure to load it is reported once, however many parts need it. */
export function usePlans() {
  const query = useQuery(plansQuery)
  const { isLoadingError } = query
  useEffect(() => {
    if (isLoadingError) toastError(t`Error`, t`Failed to load plans`)
  }, [isLoadingError])
  return query
}

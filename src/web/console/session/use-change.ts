import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient, type MutateOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallAnswer, CallInput } from '../../../contract/call.ts'
import { api, type CallName } from '../../../contract/routes.ts'
import { isOutcomeUnknown, messageOf, unconfirmedText } from '../../client/api-error.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from './call.ts'
import { requestName } from '../../client/pending-requests.ts'
import { useSendOnce } from '../../client/use-send-once.ts'
import { pendingRequests } from './pending-requests.ts'
import { untilAnswered } from './running-changes.ts'

type Options<N extends CallName> = {
  /** The message on success, from the answer where needed. */
  done: string | ((answer: CallAnswer<N>) => string)
  onDone?: (answer: CallAnswer<N>) => void
  /** Shows a failure where it belongs, such as at a form's field. @returns whether it did */
  showFailure?: (error: unknown) => boolean
}

type Then<N extends CallName> = MutateOptions<CallAnswer<N>, Error, CallInput<N>>

/**
 * A change by the operator. It waits for the server and reports the result. Then everything on the
 * page is reloaded, so that lists, figures and the audit log show the change at once.
 */
export function useChange<N extends CallName>(name: N, { done, onDone, showFailure }: Options<N>) {
  const client = useQueryClient()
  const sendOnce = useSendOnce(pendingRequests)
  const [running] = useState(() => new Set<string>())
  const change = useMutation({
    mutationFn: (input: CallInput<N>): Promise<CallAnswer<N>> =>
      untilAnswered(
        api[name].money
          ? sendOnce(requestName(name, input), input, (idempotencyKey, sent) =>
              call(name, sent, { idempotencyKey }),
            )
          : call(name, input),
      ),
    onSuccess: (answer) => {
      toast(typeof done === 'string' ? done : done(answer), { kind: 'success' })
      onDone?.(answer)
    },
    onError: (error) => {
      if (showFailure?.(error)) return
      if (isOutcomeUnknown(error)) {
        toastError(
          t`No answer from the server`,
          api[name].money
            ? t`We couldn’t confirm this went through. Try again – it won’t be sent twice.`
            : unconfirmedText(),
        )
      } else toastError(t`Couldn’t save changes`, messageOf(error, t`Please try again.`))
    },
    // Also after a refusal, which means that this page is outdated. Then the operator can try again
    // at once.
    onSettled: (_answer, error, input) => {
      running.delete(requestName(name, input))
      const reloaded = client.invalidateQueries()
      return error ? undefined : reloaded
    },
  })
  return {
    ...change,
    /** Ignores a second click, which may come before the button shows that it is pending. */
    mutate: (input: CallInput<N>, then?: Then<N>): void => {
      const request = requestName(name, input)
      if (running.has(request)) return
      running.add(request)
      if (then) change.mutate(input, then)
      else change.mutate(input)
    },
  }
}

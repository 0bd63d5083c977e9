import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallAnswer, CallInput } from '../../../contract/call.ts'
import type { MemberCallName } from '../../../contract/routes.ts'
import {
  createPendingRequests,
  requestName,
  usePendingSince,
} from '../../client/pending-requests.ts'
import { useSendOnce } from '../../client/use-send-once.ts'
import { call } from '../../session/api.ts'
import { tabStorage } from '../../session/tab-storage.ts'
import { dismissErrors } from '../../ui/toast/toast.ts'
import { isStepUpAsked, useStepUp } from '../security/step-up.tsx'
import { toastPaymentError } from './toast-payment-error.ts'

const pending = createPendingRequests(tabStorage, 'pending')

/** The key of these requests while they run. */
export const moneyKey = (name: MemberCallName): string[] => ['money', name]

type MoneyRequest<N extends MemberCallName> = {
  /** The button's current request; null while the form is incomplete. */
  input: CallInput<N> | null
  /**
   * What makes two requests the same although their inputs differ, for example by the current rate.
   */
  intention?: unknown
  /**
   * What a repeat of the first input sends, if the server compares a part of it with what the
   * member sees, and still takes it for the same request.
   */
  repeat?: (first: CallInput<N>, now: CallInput<N>) => CallInput<N>
  /** `isRepeated`: the same request was sent before, and the answer may belong to that one. */
  onDone: (answer: CallAnswer<N>, isRepeated: boolean) => void
  /** The toast's text on failure, and its title if there is one. */
  failure: string
  failureTitle?: string
  /** Shows a failure in another way. @returns whether it did */
  showFailure?: (error: unknown) => boolean
}

/**
 * A button click that moves money. Whatever happens to the answer, the same input is the same
 * request: after a lost answer, in a reopened dialog, and after a reload. If the server requires a
 * step-up, we ask the member and continue the request.
 */
export function useMoneyRequest<N extends MemberCallName>(name: N, options: MoneyRequest<N>) {
  const { input, intention = input, repeat, onDone, failure, failureTitle, showFailure } = options
  const client = useQueryClient()
  const runConfirmed = useStepUp()
  const sendOnce = useSendOnce(pending)
  const request = requestName(name, intention)
  const since = usePendingSince(pending, request)
  const { mutate, isPending } = useMutation({
    mutationKey: moneyKey(name),
    mutationFn: async (asked: CallInput<N>) => {
      const answer = await sendOnce(request, asked, (idempotencyKey, first) =>
        runConfirmed(() => call(name, repeat?.(first, asked) ?? first, { idempotencyKey })),
      )
      return { answer, isRepeated: since !== null }
    },
    onSuccess: ({ answer, isRepeated }) => onDone(answer, isRepeated),
    onError: (error) => {
      // The member has closed the step-up dialog, and nothing was sent.
      if (isStepUpAsked(error) || showFailure?.(error)) return
      toastPaymentError(client, error, failure, failureTitle)
    },
  })
  return {
    /** @param onAnswer called only while the component is still mounted */
    press: (onAnswer?: (answer: CallAnswer<N>) => void) => {
      if (!input) return
      dismissErrors()
      mutate(input, { onSuccess: ({ answer }) => onAnswer?.(answer) })
    },
    isPending,
    /** When the same request was sent before, while its outcome is unknown. */
    since: isPending ? null : since,
  }
}

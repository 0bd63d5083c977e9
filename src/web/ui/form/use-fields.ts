'use no memo'

import { useState } from 'react'
import { get, useForm } from 'react-hook-form'
import type {
  DefaultValues,
  FieldValues,
  Path,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form'
import { fieldError } from '../../client/api-error.ts'
import { dismissErrors } from '../toast/toast.ts'

export type Fields<T extends FieldValues> = Omit<UseFormReturn<T>, 'watch' | 'formState'> & {
  /** Connects a field component to this field, and passes it its error. */
  field: <N extends Path<T>>(
    name: N,
    rules?: RegisterOptions<T, N>,
  ) => UseFormRegisterReturn<N> & { error: string | undefined }
  /**
   * Shows the server's field errors at these fields, and focuses the first of them.
   * @returns whether there were any
   */
  showErrors: (error: unknown) => boolean
  /**
   * Submits the form's values once they are valid. `onFailure` gets errors that no field can show.
   */
  onSubmit: (
    send: (fields: T) => Promise<unknown>,
    onFailure: (error: unknown) => void,
  ) => ReturnType<UseFormReturn<T>['handleSubmit']>
  isSubmitting: boolean
}

/**
 * The form of every page in both apps. A field has the server's name for it, so that the server's
 * error finds its place.
 */
export function useFields<T extends FieldValues>(defaultValues?: DefaultValues<T>): Fields<T> {
  const form = useForm<T>(defaultValues && { defaultValues })
  const { errors, isSubmitting } = form.formState
  // In page order, so that the first invalid one gets the focus.
  const [names] = useState(() => new Set<Path<T>>())

  function showErrors(error: unknown): boolean {
    let shown = false
    for (const name of names) {
      const message = fieldError(error, name)
      if (!message) continue
      form.setError(name, { message }, { shouldFocus: !shown })
      shown = true
    }
    return shown
  }

  // These functions are new on each render, so that the compiler doesn't memoize their results.
  return {
    ...form,
    field(name, rules) {
      names.add(name)
      const problem: { message?: string } | undefined = get(errors, name)
      return { ...form.register(name, rules), error: problem?.message }
    },
    showErrors,
    onSubmit: (send, onFailure) =>
      form.handleSubmit(async (fields) => {
        dismissErrors()
        try {
          await send(fields)
        } catch (error) {
          if (!showErrors(error)) onFailure(error)
        }
      }),
    isSubmitting,
  }
}

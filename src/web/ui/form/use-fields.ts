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
  /** Connects a field component to this field, and hands it its error. */
  field: <N extends Path<T>>(
    name: N,
    rules?: RegisterOptions<T, N>,
  ) => UseFormRegisterReturn<N> & { error: string | undefined }
  /**
   * Shows what the server says about fields at these fields, and focuses the first of them.
   * @returns whether it says anything about them
   */
  showErrors: (error: unknown) => boolean
  /** Sends what the form holds once it's valid. `onFailure` gets what no field can show. */
  onSubmit: (
    send: (fields: T) => Promise<unknown>,
    onFailure: (error: unknown) => void,
  ) => ReturnType<UseFormReturn<T>['handleSubmit']>
  isSubmitting: boolean
}

/**
 * The form of every page in both apps. A field has the name that the server knows it by, so that
 * the server's message about it finds its way there.
 */
export function useFields<T extends FieldValues>(defaultValues?: DefaultValues<T>): Fields<T> {
  const form = useForm<T>(defaultValues && { defaultValues })
  const { errors, isSubmitting } = form.formState
  // In the order of the page, so that the first wrong one gets the focus.
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

  // These functions are new on each render, so that the compiler keeps nothing they returned.
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

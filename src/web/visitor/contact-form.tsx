import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { emailPattern, messageLength } from '../../contract/limits.ts'
import { call } from '../api.ts'
import { messageOf } from '../api-error.ts'
import { requiredText, showFieldErrors } from '../form-errors.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { toast, toastError } from '../ui/toast.ts'

const captchaWrong = () => t`Please solve the captcha correctly`

type Fields = { name: string; email: string; subject: string; message: string; captcha: string }

const digit = () => Math.floor(Math.random() * 10)
const makeSum = () => ({ left: digit(), right: digit() })

export function ContactForm() {
  const [sum, setSum] = useState(makeSum)
  const form = useForm<Fields>()
  const { register, handleSubmit, formState, setError, reset, setFocus } = form
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ captcha, ...body }) => {
    if (captcha.trim() !== String(sum.left + sum.right)) {
      toastError(captchaWrong())
      setError('captcha', { message: captchaWrong() })
      setFocus('captcha')
      return
    }
    try {
      const { detail } = await call('contact', { body })
      toast(detail, { kind: 'success', durationMs: 5000 })
      reset()
      setSum(makeSum())
    } catch (error) {
      if (showFieldErrors(error, ['name', 'email', 'subject', 'message'], setError)) return
      toastError(messageOf(error, t`Failed to send message`))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
      <MessageFields form={form} />
      <Field
        label={t`Captcha: what is ${sum.left} + ${sum.right}?`}
        inputMode="numeric"
        autoComplete="off"
        required
        error={errors.captcha?.message}
        {...register('captcha', { required: captchaWrong() })}
      />
      <div className="sm:col-span-2">
        <Button kind="primary" type="submit" icon="mail" pending={isSubmitting}>
          <Trans>Send Message</Trans>
        </Button>
      </div>
    </form>
  )
}

function MessageFields({ form }: { form: UseFormReturn<Fields> }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field
        label={t`Name`}
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name', { required: requiredText() })}
      />
      <Field
        label={t`Email`}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email', {
          required: requiredText(),
          pattern: { value: emailPattern, message: t`Enter a valid email address.` },
        })}
      />
      <Field
        label={t`Subject`}
        required
        className="sm:col-span-2"
        error={errors.subject?.message}
        {...register('subject', { required: requiredText() })}
      />
      <TextArea
        label={t`Message`}
        required
        maxLength={messageLength.max}
        className="sm:col-span-2"
        error={errors.message?.message}
        {...register('message', { required: requiredText() })}
      />
    </>
  )
}

'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { emailPattern, messageLength } from '../../../contract/fields/limits.ts'
import { readLanguage } from '../../i18n/language.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/form/field.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'

const NAMES = ['name', 'email', 'subject', 'message'] as const
type Name = (typeof NAMES)[number] | 'captcha'
type Errors = Partial<Record<Name, string | undefined>>
type Fields = Record<Name, string>

const captchaWrong = () => t`Please solve the captcha correctly`

const digit = () => Math.floor(Math.random() * 10)
const makeSum = () => ({ left: digit(), right: digit() })
/** The captcha's sum. A language change renders the form again, and its answers stay. */
let lastSum = makeSum()

const nextSum = () => {
  lastSum = makeSum()
  return lastSum
}

/**
 * We know who members are, but text that they typed themselves stays.
 * @returns fills in a member's name and address again
 */
function useMember(form: RefObject<HTMLFormElement | null>): () => void {
  const session = useSession()
  const user = session.status === 'member' ? session.user : null
  const fill = useCallback(() => {
    if (!user) return
    const name = `${user.first_name} ${user.last_name}`.trim() || user.username
    for (const [field, value] of Object.entries({ name, email: user.email })) {
      const input = form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)
      if (input?.value === '') input.value = value
    }
  }, [form, user])
  useEffect(fill, [fill])
  return fill
}

function readFields(form: HTMLFormElement): Fields {
  const data = new FormData(form)
  const read = (name: Name) => String(data.get(name) ?? '').trim()
  return {
    name: read('name'),
    email: read('email'),
    subject: read('subject'),
    message: read('message'),
    captcha: read('captcha'),
  }
}

function check(fields: Fields, sum: number): Errors {
  const errors: Errors = {}
  for (const name of NAMES) if (!fields[name]) errors[name] = t`This field is required.`
  if (!errors.email && !emailPattern.test(fields.email)) {
    errors.email = t`Enter a valid email address.`
  }
  if (fields.captcha !== String(sum)) errors.captcha = captchaWrong()
  return errors
}

/** Loaded on demand: the API client and its error texts, which visitors don't need just to look. */
const loadSending = () =>
  Promise.all([
    import('../../session/api.ts'),
    import('../../client/api-error.ts'),
    import('../../ui/toast/toast-failure.ts'),
  ])

async function send({ name, email, subject, message }: Fields): Promise<string> {
  const [{ call }, { localize }] = await loadSending()
  const body = { name, email, subject, message, language: readLanguage() }
  const { detail, text } = await call('sendContactMessage', { body })
  return localize(detail, text)
}

/** The refusal's field errors, and how to show it if it isn't about a field. */
async function readRefusal(refusal: unknown) {
  const [, { fieldError }, { toastFailure }] = await loadSending()
  const say = () => toastFailure(refusal, t`Failed to send message`)
  const found: Errors = {}
  for (const name of NAMES) found[name] = fieldError(refusal, name)
  return { found, say }
}

/**
 * Five fields in plain HTML. The other pages' form library would be a tenth of everything that a
 * visitor loads here.
 */
function useContactForm() {
  const [sum, setSum] = useState(lastSum)
  const [errors, setErrors] = useState<Errors>({})
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const fillMember = useMember(form)
  const show = (found: Errors): boolean => {
    setErrors(found)
    const first = [...NAMES, 'captcha' as const].find((name) => found[name])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    return first !== undefined
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = readFields(event.currentTarget)
    const found = check(fields, sum.left + sum.right)
    if (found.captcha) toastError(found.captcha)
    if (pending || show(found)) return
    setPending(true)
    setFailed(false)
    try {
      toast(await send(fields), { kind: 'success', durationMs: 5000 })
      form.current?.reset()
      fillMember()
      setSum(nextSum())
    } catch (error) {
      // Without a network, the code that explains the failure doesn't load either.
      const refusal = await readRefusal(error).catch(() => null)
      if (refusal && show(refusal.found)) return
      setFailed(true)
      refusal?.say()
    } finally {
      setPending(false)
    }
  }
  const clear = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement // only its fields change
    setErrors((before) => ({ ...before, [name]: undefined }))
  }
  return { form, sum, errors, pending, failed, submit, clear }
}

export function ContactForm() {
  const { form, sum, errors, pending, failed, submit, clear } = useContactForm()
  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      onInput={clear}
      noValidate
      className="grid gap-4 sm:grid-cols-2"
    >
      <Field name="name" label={t`Name`} autoComplete="name" required error={errors.name} />
      <Field
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="email"
        required
        error={errors.email}
      />
      <Field
        name="subject"
        label={t`Subject`}
        required
        className="sm:col-span-2"
        error={errors.subject}
      />
      <TextArea
        name="message"
        label={t`Message`}
        // Its sending code loads while the visitor writes, because the network may be gone by then.
        onFocus={() => void loadSending().catch(() => null)}
        required
        maxLength={messageLength.max}
        className="sm:col-span-2"
        error={errors.message}
      />
      <Field
        name="captcha"
        label={t`Captcha: what is ${sum.left} + ${sum.right}?`}
        inputMode="numeric"
        autoComplete="off"
        required
        error={errors.captcha}
      />
      <div className="sm:col-span-2">
        <p role="alert" className="text-bad not-empty:mb-3">
          {failed && t`Failed to send message`}
        </p>
        <Button kind="primary" type="submit" icon="mail" pending={pending}>
          <Trans>Send Message</Trans>
        </Button>
      </div>
    </form>
  )
}

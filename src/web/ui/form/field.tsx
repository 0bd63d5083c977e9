'use no memo'

import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { joinClasses } from '../format/join-classes.ts'

export const INPUT_CLASSES =
  'h-11 w-full rounded-md border border-edge bg-ground px-3.5 text-base text-ink ' +
  'placeholder:text-faint hover:border-soft focus-visible:border-accent ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent/50 ' +
  '[&[readonly]]:border-line [&[readonly]]:text-soft aria-invalid:border-bad ' +
  'disabled:opacity-60'

export type Told = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  id?: string | undefined
}

type FrameProps = Told & {
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** The surroundings of every field: its label above, its hint or its error below. */
export function FieldFrame({ label, hint, error, className, id, children }: FrameProps) {
  const made = useId()
  const inputId = id ?? made
  const noteId = `${inputId}-note`
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-sm font-medium text-soft">
        {label}
      </label>
      {children({
        id: inputId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? noteId : undefined,
      })}
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  )
}

function FieldNote(props: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (props.error) {
    return (
      <p id={props.id} className="mt-1.5 flex gap-1.5 text-sm text-bad">
        <Icon name="alert" className="mt-0.5 size-4 shrink-0" />
        {props.error}
      </p>
    )
  }
  if (!props.hint) return null
  return (
    <p id={props.id} className="mt-1.5 text-sm text-faint">
      {props.hint}
    </p>
  )
}

type FieldProps = ComponentPropsWithRef<'input'> &
  Told & {
    /** Shown inside the box at its end: a unit or a button. */
    trailing?: ReactNode
  }

/** A labeled input. Its error appears at the field and is read together with it. */
export function Field({ label, hint, error, trailing, className, id, ...rest }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className} id={id}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            className={joinClasses(INPUT_CLASSES, trailing !== undefined && 'pe-14')}
            {...rest}
          />
          {trailing !== undefined && (
            <div className="absolute inset-y-0 end-0 flex items-center pe-1 text-sm text-faint">
              {trailing}
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** A password with show and hide. It supports paste and password managers. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={shown ? t`Hide password` : t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-9 place-items-center rounded-md text-faint hover:text-ink"
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}

/** Several lines. */
export function TextArea(props: ComponentPropsWithRef<'textarea'> & Told) {
  const { label, hint, error, className, id, ...rest } = props
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className} id={id}>
      {(control) => (
        <textarea
          {...control}
          rows={5}
          className={joinClasses(INPUT_CLASSES, 'h-auto py-2.5')}
          {...rest}
        />
      )}
    </FieldFrame>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { filled } from '../../ui/form/required-text.ts'

type TextProps = Omit<ComponentProps<typeof TextArea>, 'label'>

type TextBodyProps = {
  label: string
  field: (name: 'body', rules: ReturnType<typeof filled>) => TextProps
  /** The text written so far. */
  body: string
  pending: boolean
}

/** The last part of a form that publishes a text: a preview as members will see it. */
export function TextBody({ label, field, body, pending }: TextBodyProps) {
  return (
    <>
      <TextArea label={label} rows={12} {...field('body', filled(t`Enter the text.`))} />
      <details className="rounded-lg border border-line">
        <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">
          <Trans>Preview</Trans>
        </summary>
        <p className="max-h-80 overflow-auto px-4 pb-4 text-sm wrap-anywhere whitespace-pre-line">
          {body.trim() || t`Nothing to preview yet.`}
        </p>
      </details>
      <Button kind="primary" type="submit" pending={pending} wide>
        <Trans>Publish</Trans>
      </Button>
    </>
  )
}

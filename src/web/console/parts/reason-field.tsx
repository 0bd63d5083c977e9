import { t } from '@lingui/core/macro'
import type { ComponentPropsWithRef } from 'react'
import { reasonLength } from '../../../contract/fields/limits.ts'
import { TextArea } from '../../ui/form/field.tsx'

const isReason = (text: string): boolean => text.trim().length >= reasonLength.min

/** The rule for a form's reason, which goes into the audit log. */
export const reasonRules = {
  validate: (text: string) => isReason(text) || t`Enter a reason for the audit log.`,
}

type ReasonFieldProps = ComponentPropsWithRef<'textarea'> & {
  label?: string
  error?: string | undefined
}

/** The reason field of every form that changes money or rights. */
export function ReasonField({ label = t`Reason`, ...rest }: ReasonFieldProps) {
  return <TextArea label={label} rows={3} maxLength={reasonLength.max} {...rest} />
}

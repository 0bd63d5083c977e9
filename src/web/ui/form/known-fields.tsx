'use no memo'

import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { Field, PasswordField } from './field.tsx'

// Fields that several forms share, with the names that browsers and password managers know.

type Props = Omit<ComponentProps<typeof Field>, 'label'>

export const UsernameField = (props: Props) => (
  <Field
    label={t`Username`}
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    required
    {...props}
  />
)

export const EmailField = (props: Props) => (
  <Field label={t`Email`} type="email" autoComplete="email" {...props} />
)

export const CurrentPassword = (props: Omit<ComponentProps<typeof PasswordField>, 'label'>) => (
  <PasswordField label={t`Password`} autoComplete="current-password" {...props} />
)

export const NewPassword = (props: ComponentProps<typeof PasswordField>) => (
  <PasswordField autoComplete="new-password" required {...props} />
)

'use no memo'

import { Trans } from '@lingui/react/macro'
import type { ComponentPropsWithRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { CheckField } from '../../ui/form/check-field.tsx'
import { isAnyPublished, type LegalTexts } from '../legal/legal-texts.ts'

type AcceptTextsProps = ComponentPropsWithRef<'input'> & {
  texts: LegalTexts | null
  error: string | undefined
}

const LINK = 'font-medium underline underline-offset-4'

/** The confirmation of having read the texts in force. Empty while none are published. */
export function AcceptTexts({ texts, ...rest }: AcceptTextsProps) {
  if (!isAnyPublished(texts)) return null
  return (
    <CheckField
      label={
        <Trans>
          I accept the{' '}
          <Link to={paths.terms()} target="_blank" className={LINK}>
            Terms
          </Link>{' '}
          and the{' '}
          <Link to={paths.privacy()} target="_blank" className={LINK}>
            Privacy Notice
          </Link>
          .
        </Trans>
      }
      {...rest}
    />
  )
}

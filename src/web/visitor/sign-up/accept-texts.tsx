'use no memo'

import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { ComponentPropsWithRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { isAnyPublished, type LegalTexts } from '../legal/legal-texts.ts'

type AcceptTextsProps = ComponentPropsWithRef<'input'> & {
  texts: LegalTexts | null
  error: string | undefined
}

const LINK = 'font-medium underline underline-offset-4'

/** The word that one has read what is in force; nothing while nothing is published. */
export function AcceptTexts({ texts, error, ...rest }: AcceptTextsProps) {
  const id = useId()
  if (!isAnyPublished(texts)) return null
  return (
    <div>
      <div className="flex gap-3">
        <input
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-0.5 size-5 shrink-0 accent-accent"
          {...rest}
        />
        <label htmlFor={id}>
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
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

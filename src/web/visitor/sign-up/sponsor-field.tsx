'use no memo'

import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import type { ComponentPropsWithRef } from 'react'
import { DEFAULT_SPONSOR } from '../../client/paths.ts'
import { call } from '../../session/api.ts'
import { Field } from '../../ui/form/field.tsx'

type SponsorFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id'> & {
  /** The code from the link. Then the field can't be changed. */
  code: string
  error: string | undefined
}

/** The referral code. A code from a link is checked right away, and its owner is named. */
export function SponsorField({ code, ...rest }: SponsorFieldProps) {
  const [known, setKnown] = useState<{ sponsor: string | null } | null>(null)
  useEffect(() => {
    if (!code) return
    const stop = new AbortController()
    call('checkReferral', { query: { code } }, { signal: stop.signal })
      .then((answer) => setKnown({ sponsor: answer.valid ? answer.sponsor : null }))
      .catch(() => {
        // The check is only a preview. The registration itself decides about the code.
      })
    return () => stop.abort()
  }, [code])
  return (
    <Field
      label={t`Referral Code`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      readOnly={code !== ''}
      hint={hintFor(code, known)}
      {...rest}
    />
  )
}

function hintFor(code: string, known: { sponsor: string | null } | null): string {
  if (!code) return t`Optional. Without one, the company is your sponsor.`
  if (!known) return t`This code came with the link you followed.`
  if (!known.sponsor) return t`This code doesn’t exist. Ask for a new link.`
  return code === DEFAULT_SPONSOR ? t`Sponsor: Twofold` : t`Sponsor: ${known.sponsor}`
}

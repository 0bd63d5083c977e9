'use no memo'

import { useEffect, useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { useLanguage } from '../../i18n/language.ts'
import type { Language } from '../../i18n/languages.ts'
import { call } from '../../session/api.ts'

export type LegalTexts = CallAnswer<'getLegalTexts'>

type Asked = { texts: LegalTexts | null; error: unknown; ask: () => void }
type Known = { texts: LegalTexts | null; error: unknown }

/** Whether new members have to accept a text. */
export const isAnyPublished = (texts: LegalTexts | null): boolean =>
  Boolean(texts?.terms ?? texts?.privacy)

async function askFor(language: Language | null, signal?: AbortSignal): Promise<Known> {
  try {
    const texts = await call(
      'getLegalTexts',
      { query: { ...(language && { language }) } },
      signal ? { signal } : {},
    )
    return { texts, error: null }
  } catch (error) {
    return { texts: null, error }
  }
}

/** A registration's acceptance of the displayed texts. */
export const shownTexts = (texts: LegalTexts | null) => ({
  terms_version: texts?.terms?.version ?? null,
  privacy_version: texts?.privacy?.version ?? null,
  ...(texts?.terms && { terms_language: texts.terms.language }),
  ...(texts?.privacy && { privacy_language: texts.privacy.language }),
})

/**
 * The terms and the privacy notice in force, loaded after the page, and by `ask`.
 * @param isOriginal whether to load the originals instead of the reader's language
 */
export function useLegalTexts(isOriginal = false): Asked {
  const wanted = useLanguage()
  const language = isOriginal ? null : wanted
  const [known, setKnown] = useState<Known>({ texts: null, error: null })
  useEffect(() => {
    const stop = new AbortController()
    const load = async () => {
      const answer = await askFor(language, stop.signal)
      if (!stop.signal.aborted) setKnown(answer)
    }
    void load()
    return () => stop.abort()
  }, [language])
  const ask = () => void askFor(language).then(setKnown)
  return { ...known, ask }
}

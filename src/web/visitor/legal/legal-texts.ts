'use no memo'

import { useEffect, useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { call } from '../../session/api.ts'

export type LegalTexts = CallAnswer<'getLegalTexts'>

type Asked = { texts: LegalTexts | null; error: unknown; ask: () => void }
type Known = { texts: LegalTexts | null; error: unknown }

/** Whether there is a text that new members have to accept. */
export const isAnyPublished = (texts: LegalTexts | null): boolean =>
  Boolean(texts?.terms ?? texts?.privacy)

async function askFor(signal?: AbortSignal): Promise<Known> {
  try {
    return { texts: await call('getLegalTexts', {}, signal ? { signal } : {}), error: null }
  } catch (error) {
    return { texts: null, error }
  }
}

/** The terms and the privacy notice in force: loaded once the page is up, and by `ask`. */
export function useLegalTexts(): Asked {
  const [known, setKnown] = useState<Known>({ texts: null, error: null })
  useEffect(() => {
    const stop = new AbortController()
    const load = async () => {
      const answer = await askFor(stop.signal)
      if (!stop.signal.aborted) setKnown(answer)
    }
    void load()
    return () => stop.abort()
  }, [])
  const ask = () => void askFor().then(setKnown)
  return { ...known, ask }
}

import { useCallback, useEffect, useState } from 'react'
import type { CallAnswer } from '../../contract/call.ts'
import { call } from '../api.ts'

export type LegalTexts = CallAnswer<'getLegalTexts'>

/** Whether there is a text that whoever joins has to accept. */
export const isAnyPublished = (texts: LegalTexts | null): boolean =>
  Boolean(texts?.terms ?? texts?.privacy)

type Asked = { texts: LegalTexts | null; error: unknown; ask: () => void }

/** The terms and the privacy notice in force, asked for once the page stands, and again by `ask`. */
export function useLegalTexts(): Asked {
  const [texts, setTexts] = useState<LegalTexts | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    call('getLegalTexts', {}, { signal: stop.signal })
      .then((answer) => {
        setTexts(answer)
        setError(null)
      })
      .catch((failure: unknown) => {
        if (!stop.signal.aborted) setError(failure)
      })
    return () => stop.abort()
  }, [round])
  const ask = useCallback(() => setRound((before) => before + 1), [])
  return { texts, error, ask }
}

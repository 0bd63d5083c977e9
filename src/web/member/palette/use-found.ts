import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { paths } from '../../client/paths.ts'
import { call } from '../../session/api.ts'
import type { Command } from './commands.ts'

const MIN_CHARACTERS = 2
const REQUEST = /^DP-[0-9A-Z]{8}$/i

type Found = { text: string; results: CallAnswer<'searchTree'>['results'] }

/**
 * Members of the member's own network by the start of their name or by profile ID, and deposits by
 * ID.
 */
export function useFound(text: string, go: (to: string) => void): Command[] {
  const wanted = text.trim()
  const [found, setFound] = useState<Found>({ text: '', results: [] })
  useEffect(() => {
    if (wanted.length < MIN_CHARACTERS || REQUEST.test(wanted)) return
    const stop = new AbortController()
    const search = async () => {
      const query = { q: wanted }
      const { results } = await call('searchTree', { query }, { signal: stop.signal })
      setFound({ text: wanted, results })
    }
    // Commands stay without it.
    search().catch(() => null)
    return () => stop.abort()
  }, [wanted])
  if (REQUEST.test(wanted)) {
    const deposit = wanted.toUpperCase()
    const run = () => go(paths.dashboard({ deposit }))
    return [{ value: deposit, label: t`Deposit ${deposit}`, icon: 'deposit', run }]
  }
  if (found.text !== wanted) return []
  return found.results.map(({ profile_id: profile, user }) => ({
    value: profile,
    label: `${user.username} ${profile}`,
    icon: 'people',
    run: () => go(paths.familyTree({ profile })),
  }))
}

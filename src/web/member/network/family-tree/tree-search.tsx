import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { profileIdPattern } from '../../../../contract/fields/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { INPUT_CLASSES } from '../../../ui/form/field.tsx'
import { PlanMark } from '../../../ui/plan/plan-mark.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { useFoundList } from '../../../ui/form/use-found-list.ts'
import { suggestionsQuery } from '../queries.ts'
import type { Found } from '../queries.ts'
import type { TreeHistory } from './use-tree-history.ts'

const MIN_CHARACTERS = 2

/** The search text, its suggestions, and what a click opens. */
function useSearch(history: TreeHistory) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const asked = useDeferredValue(text.trim())
  const wants = isOpen && asked.length >= MIN_CHARACTERS && !profileIdPattern.test(asked)
  const { data } = useQuery({ ...suggestionsQuery(asked), enabled: wants })
  const found = wants ? (data?.results ?? []) : []

  const choose = async (profileId: string) => {
    setOpen(false)
    if (await history.open(profileId)) setText('')
  }
  const search = async () => {
    const wanted = text.trim()
    if (!wanted) return toastError(t`Please enter a Profile ID`)
    if (profileIdPattern.test(wanted)) return await choose(wanted.toUpperCase())
    const answer = await client.fetchQuery(suggestionsQuery(wanted)).catch(() => null)
    const isSame = ({ user }: Found) => user.username.toLowerCase() === wanted.toLowerCase()
    const one = answer?.results.find(isSame) ?? answer?.results[0]
    if (one) await choose(one.profile_id)
    else toastError(t`Error`, answer ? t`Profile not found` : t`Failed to load node data`)
  }
  return { text, setText, setOpen, found, choose, search }
}

/** Search by profile id, or by the start of a username in the member's own network. */
export function TreeSearch({ history }: { history: TreeHistory }) {
  const { text, setText, setOpen, found, choose, search } = useSearch(history)
  const { box, watch } = useFoundList<HTMLFormElement>(() => setOpen(false))
  return (
    <search className="min-w-0 flex-1">
      <form
        ref={box}
        className="relative flex gap-2"
        {...watch}
        onSubmit={(event) => {
          event.preventDefault()
          void search()
        }}
      >
        <input
          type="search"
          data-tree-search
          aria-label={t`Profile ID`}
          aria-describedby="tree-search-found"
          placeholder={t`ID or name`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={text}
          onFocus={() => setOpen(true)}
          onChange={(event) => {
            setText(event.target.value)
            setOpen(true)
          }}
          className={`${INPUT_CLASSES} min-w-0 flex-1 sm:max-w-96`}
        />
        <Button type="submit" icon="search" pending={history.searching}>
          <span className="max-sm:sr-only">
            <Trans>Search</Trans>
          </span>
        </Button>
        <output id="tree-search-found" className="sr-only">
          {found.length > 0 ? t`${found.length} found. Press the down arrow to go to them.` : ''}
        </output>
        {found.length > 0 && <FoundList found={found} onChoose={(id) => void choose(id)} />}
      </form>
    </search>
  )
}

function FoundList({ found, onChoose }: { found: Found[]; onChoose: (id: string) => void }) {
  return (
    <ul
      aria-label={t`Found in your network`}
      className={
        'absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-md border ' +
        'border-line bg-sheet py-1 shadow-sheet sm:max-w-96'
      }
    >
      {found.map(({ id, profile_id: profileId, plan, user }) => (
        <li key={id}>
          <button
            type="button"
            data-found
            onClick={() => onChoose(profileId)}
            className={
              'flex min-h-11 w-full items-center gap-3 px-3.5 text-start -outline-offset-2 ' +
              'hover:bg-raised'
            }
          >
            <PlanMark plan={plan.name} className="size-5 shrink-0" />
            <span className="min-w-0 flex-1 font-medium wrap-anywhere">{user.username}</span>
            <span className="figures text-sm text-faint">{profileId}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { useFoundList } from '../../ui/form/use-found-list.ts'
import { paths } from '../parts/console-paths.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { useKeys } from '../parts/use-keys.ts'
import { call } from '../session/call.ts'

type Member = RowOf<'listMembers'>

const MIN_CHARACTERS = 2
const MAX_FOUND = '6'

function useSuggestions(text: string, isOpen: boolean): Member[] {
  const asked = useDeferredValue(text.trim())
  const wants = isOpen && asked.length >= MIN_CHARACTERS
  const { data } = useQuery({
    queryKey: ['listMembers', 'suggested', asked],
    queryFn: ({ signal }) =>
      call('listMembers', { query: { search: asked, page_size: MAX_FOUND } }, { signal }),
    enabled: wants,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return wants ? (data?.results ?? []) : []
}

/** The search on every page, which `/` focuses. It suggests members while typing. */
export function FindMember() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useSuggestions(text, isOpen)
  const { box, watch } = useFoundList<HTMLDivElement>(() => setOpen(false))
  useKeys({ '/': () => box.current?.querySelector('input')?.focus() })
  const leave = () => {
    setOpen(false)
    setText('')
  }
  const submit = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter') return
    setOpen(false)
    if (text.trim()) void navigate(paths.members(text.trim()))
  }
  return (
    <search className="hidden w-full max-w-80 md:block">
      <div ref={box} className="relative" {...watch}>
        <Icon name="search" className="absolute start-2.5 top-2.5 size-4 text-faint" />
        <input
          type="search"
          aria-label={t`Search members`}
          aria-describedby="members-found"
          placeholder={t`Search members  /`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={submit}
          onFocus={() => setOpen(true)}
          onChange={({ target }) => {
            setText(target.value)
            setOpen(true)
          }}
          className={
            'h-9 w-full rounded-md border border-edge/60 bg-sheet ps-8 pe-2 text-sm ' +
            'placeholder:text-faint hover:border-edge'
          }
        />
        <output id="members-found" className="sr-only">
          {found.length > 0 && t`${found.length} found. Press the down arrow to go to them.`}
        </output>
        {found.length > 0 && <Suggestions members={found} onOpen={leave} />}
      </div>
    </search>
  )
}

function Suggestions({ members, onOpen }: { members: Member[]; onOpen: () => void }) {
  return (
    <ul
      aria-label={t`Members found`}
      className={
        'absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-md border border-line ' +
        'bg-sheet py-1 shadow-sheet'
      }
    >
      {members.map((member) => (
        <Suggestion key={member.id} member={member} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Suggestion({ member, onOpen }: { member: Member; onOpen: () => void }) {
  return (
    <li>
      <Link
        to={paths.member(member.id)}
        data-found
        onClick={onOpen}
        className={
          'flex min-h-9 items-center gap-3 px-3 text-sm -outline-offset-2 hover:bg-raised ' +
          'pointer-coarse:min-h-11'
        }
      >
        <span className="max-w-1/2 truncate font-medium">{member.username}</span>
        <span className="min-w-0 flex-1 truncate text-end text-faint">{member.email}</span>
      </Link>
    </li>
  )
}

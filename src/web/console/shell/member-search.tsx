import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { paths } from '../parts/console-paths.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { call } from '../session/call.ts'

type Member = RowOf<'listMembers'>

const MIN_CHARACTERS = 2
const MAX_FOUND = '6'

function useSuggestions(text: string, isOpen: boolean) {
  const asked = useDeferredValue(text.trim())
  const wants = isOpen && asked.length >= MIN_CHARACTERS
  const query = useQuery({
    queryKey: ['listMembers', 'suggested', asked],
    queryFn: ({ signal }) =>
      call('listMembers', { query: { search: asked, page_size: MAX_FOUND } }, { signal }),
    enabled: wants,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  return wants ? query : null
}

/** What a screen reader announces while the operator types. */
function announce(found: Member[] | undefined): string {
  if (!found) return ''
  if (found.length === 0) return t`No members match.`
  return t`${found.length} found. Press the down arrow to go to them.`
}

type MemberSearchProps = {
  placeholder: string
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  fieldClassName: string
  foundClassName: string
  /** Emails on a line of their own. */
  isStacked?: boolean
}

/** A field that suggests members while typing. Enter lists all that match. */
export function MemberSearch({
  placeholder,
  isOpen,
  onOpen,
  onClose,
  fieldClassName,
  foundClassName,
  isStacked,
}: MemberSearchProps) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const query = useSuggestions(text, isOpen)
  const leave = () => {
    onClose()
    setText('')
  }
  const submit = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || !text.trim()) return
    onClose()
    void navigate(paths.members(text.trim()))
  }
  return (
    <>
      <div className="relative">
        {/* Icons are laid out from left to right, in all languages. */}
        <span className="absolute inset-y-0 start-2.5 flex items-center text-faint">
          <Icon name="search" className="size-4" />
        </span>
        <input
          type="search"
          aria-label={t`Search members`}
          aria-describedby="members-found"
          placeholder={placeholder}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onKeyDown={submit}
          onFocus={onOpen}
          onChange={({ target }) => {
            setText(target.value)
            onOpen()
          }}
          className={joinClasses('w-full ps-8!', fieldClassName)}
        />
      </div>
      <output id="members-found" className="sr-only">
        {announce(query?.data?.results)}
      </output>
      {query && (
        <div className={foundClassName}>
          <Loaded
            query={query}
            loading={t`Searching members`}
            failed={t`We couldn’t search members`}
            lines={2}
          >
            {({ results }) => <Found members={results} onPick={leave} isStacked={isStacked} />}
          </Loaded>
        </div>
      )}
    </>
  )
}

type FoundProps = { members: Member[]; onPick: () => void; isStacked: boolean | undefined }

function Found({ members, ...rest }: FoundProps) {
  if (members.length > 0) {
    return (
      <ul aria-label={t`Members found`}>
        {members.map((member) => (
          <FoundMember key={member.id} member={member} {...rest} />
        ))}
      </ul>
    )
  }
  // The field's description announces it.
  return (
    <p aria-hidden="true" className="px-3 py-2 text-sm text-faint">
      {t`No members match.`}
    </p>
  )
}

type FoundMemberProps = Omit<FoundProps, 'members'> & { member: Member }

const FoundMember = ({ member, onPick, isStacked }: FoundMemberProps) => (
  <li>
    <Link
      to={paths.member(member.id)}
      data-found
      onClick={onPick}
      className={joinClasses(
        'flex rounded-md px-3 text-sm -outline-offset-2 hover:bg-raised',
        isStacked
          ? 'min-h-13 flex-col justify-center'
          : 'min-h-9 items-center gap-3 pointer-coarse:min-h-11',
      )}
    >
      <span className={joinClasses('truncate font-medium', !isStacked && 'max-w-1/2')}>
        {member.username}
      </span>
      <span className={joinClasses('truncate text-faint', !isStacked && 'min-w-0 flex-1 text-end')}>
        {member.email}
      </span>
    </Link>
  </li>
)

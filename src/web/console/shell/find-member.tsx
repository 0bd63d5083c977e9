import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { paths } from '../parts/console-paths.ts'
import { useKeys } from '../parts/use-keys.ts'

/** The search on every page; `/` focuses it. */
export function FindMember() {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  return (
    <search className="hidden w-full max-w-80 md:block">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          const text = field.current?.value.trim()
          if (text) void navigate(paths.members(text))
        }}
      >
        <Icon name="search" className="absolute top-2.5 left-2.5 size-4 text-faint" />
        <input
          ref={field}
          type="search"
          aria-label="Find a member"
          placeholder="Find a member  /"
          className={
            'h-9 w-full rounded-md border border-edge/60 bg-sheet pr-2 pl-8 text-sm ' +
            'placeholder:text-faint hover:border-edge'
          }
        />
      </form>
    </search>
  )
}

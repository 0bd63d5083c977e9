import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { INPUT_CLASSES } from '../../ui/field.tsx'
import { toastError } from '../../ui/toast.ts'
import type { TreeHistory } from './use-tree-history.ts'

/** Back, search by profile id, and reset. */
export function TreeBar({ history }: { history: TreeHistory }) {
  const [text, setText] = useState('')
  const search = async () => {
    const profileId = text.trim().toUpperCase()
    if (!profileId) toastError('Please enter a Profile ID')
    else if (await history.open(profileId)) setText('')
  }
  return (
    <div className="mt-6 flex flex-wrap items-center gap-2">
      <Button icon="back" disabled={!history.canGoBack || history.searching} onClick={history.back}>
        Back
      </Button>
      <search className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full">
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void search()
          }}
        >
          <input
            type="search"
            aria-label="Profile ID"
            placeholder="Profile ID"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={`${INPUT_CLASSES} min-w-0 flex-1 sm:max-w-96`}
          />
          <Button type="submit" icon="search" pending={history.searching}>
            Search
          </Button>
        </form>
      </search>
      <Button icon="refresh" disabled={!history.canReset} onClick={history.reset}>
        Reset
      </Button>
    </div>
  )
}

import { useId } from 'react'
import type { FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import type { Filter } from './filter.ts'

const BOX =
  'h-9 min-w-0 rounded-md border border-edge/60 bg-sheet px-2.5 text-sm text-ink ' +
  'placeholder:text-faint hover:border-edge pointer-coarse:h-11 pointer-coarse:text-base'

/** The fields above a list. A choice counts at once, a text when Enter is pressed. */
export function FilterBar({ filters }: { filters: Filter[] }) {
  const [params, setParams] = useSearchParams()
  const isFiltered = filters.some(({ key }) => params.get(key))
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setParams((old) => {
      const next = new URLSearchParams(old)
      for (const { key } of filters) {
        const value = form.get(key)
        if (typeof value === 'string' && value.trim()) next.set(key, value.trim())
        else next.delete(key)
      }
      for (const param of ['page', 'after']) next.delete(param)
      return next
    })
  }
  const clear = () => setParams({})
  return (
    // A new address has new defaults: the fields are drawn again with it.
    <form
      key={params.toString()}
      onSubmit={apply}
      className={joinClasses(
        'grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:flex sm:flex-wrap',
        // The first of two or three has a line of its own on a phone: that leaves no gap.
        (filters.length === 2 || filters.length === 3) && 'max-sm:*:first:col-span-2',
      )}
    >
      {filters.map((filter) => (
        <FilterField key={filter.key} filter={filter} value={params.get(filter.key) ?? ''} />
      ))}
      <Button size="small" type="submit" icon="search">
        Show
      </Button>
      {isFiltered && (
        <Button size="small" kind="quiet" onClick={clear}>
          Clear
        </Button>
      )}
    </form>
  )
}

function FilterField({ filter, value }: { filter: Filter; value: string }) {
  const id = useId()
  const common = { id, name: filter.key, defaultValue: value }
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-xs text-faint">
        {filter.label}
      </label>
      {filter.kind === 'choice' ? (
        <select
          {...common}
          className={BOX}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          <option value="">All</option>
          {filter.choices.map(({ value: code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={filter.kind === 'date' ? 'date' : 'search'}
          placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
          className={`${BOX} sm:w-56`}
        />
      )}
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { useFields } from '../../../ui/form/use-fields.ts'
import type { Filter } from './filter.ts'

const BOX =
  'h-9 min-w-0 rounded-md border border-edge/60 bg-sheet px-2.5 text-sm text-ink ' +
  'placeholder:text-faint hover:border-edge pointer-coarse:h-11 pointer-coarse:text-base'

/** The fields above a list. A choice applies at once, a text on Enter. */
export function FilterBar({ filters }: { filters: Filter[] }) {
  const [params] = useSearchParams()
  // A new address has new defaults, so the fields are rendered again.
  return <FilterForm key={params.toString()} filters={filters} />
}

function FilterForm({ filters }: { filters: Filter[] }) {
  const [params, setParams] = useSearchParams()
  const { register, handleSubmit } = useFields<Record<string, string>>(
    Object.fromEntries(filters.map(({ key }) => [key, params.get(key) ?? ''])),
  )
  const isFiltered = filters.some(({ key }) => params.get(key))
  const apply = handleSubmit((values) =>
    setParams((old) => {
      const next = new URLSearchParams(old)
      for (const { key } of filters) {
        const value = values[key]?.trim()
        if (value) next.set(key, value)
        else next.delete(key)
      }
      for (const param of ['page', 'after']) next.delete(param)
      return next
    }),
  )
  return (
    <form
      onSubmit={apply}
      className={joinClasses(
        'grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:flex sm:flex-wrap',
        // On a phone, the first of two or three gets its own line, which leaves no gap.
        (filters.length === 2 || filters.length === 3) && 'max-sm:*:first:col-span-2',
      )}
    >
      {filters.map((filter) => {
        const onChange = filter.kind === 'choice' ? { onChange: () => apply() } : {}
        return <FilterField key={filter.key} filter={filter} {...register(filter.key, onChange)} />
      })}
      <Button size="small" type="submit" icon="search">
        <Trans>Show</Trans>
      </Button>
      {isFiltered && (
        <Button size="small" kind="quiet" onClick={() => setParams({})}>
          <Trans>Clear</Trans>
        </Button>
      )}
    </form>
  )
}

type FilterFieldProps = { filter: Filter } & ReturnType<UseFormRegister<Record<string, string>>>

function FilterField({ filter, ...rest }: FilterFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-xs text-faint">
        {filter.label}
      </label>
      {filter.kind === 'choice' ? (
        <select id={id} className={BOX} {...rest}>
          <option value="">
            <Trans>All</Trans>
          </option>
          {filter.choices.map(({ value: code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={filter.kind === 'date' ? 'date' : 'search'}
          placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
          className={`${BOX} sm:w-56`}
          {...rest}
        />
      )}
    </div>
  )
}

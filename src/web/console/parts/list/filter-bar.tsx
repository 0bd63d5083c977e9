import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { useFields } from '../../../ui/form/use-fields.ts'
import { filtered, valuesOf, type Filter } from './filter.ts'

const BOX =
  'h-9 min-w-0 rounded-md border border-edge/60 bg-sheet px-2.5 text-sm text-ink ' +
  'placeholder:text-faint hover:border-edge pointer-coarse:h-11 pointer-coarse:text-base'

/** The pause in typing after which the list follows. */
const PAUSE_MS = 300
/** The state of an address that the fields made themselves, so they already show what it says. */
const TYPED = 'typed'

/** The fields above a list. A choice applies at once, a text after a pause or on Enter. */
export function FilterBar({ filters }: { filters: Filter[] }) {
  const [params, setParams] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { register, handleSubmit, setValue } = useFields(valuesOf(params, filters))
  const address = useRef(params)
  /** The filters that the fields have sent, until the address shows them. */
  const sent = useRef<Record<string, string>>({})
  const here = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop

  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  // Links, saved views, and the Back button change the filters too. What is being typed stays only
  // if they keep them, as a new order does. Otherwise, it would undo the change after the pause.
  const showAddress = useEffectEvent((state: unknown) => {
    const values = valuesOf(params, filters)
    const isChanged = filters.some(({ key }) => values[key] !== (address.current.get(key) ?? ''))
    address.current = params
    sent.current = {}
    if ((state === TYPED && !isBack) || (timer.current !== undefined && !isChanged)) return
    stop()
    for (const [key, value] of Object.entries(values)) setValue(key, value)
  })
  useEffect(() => showAddress(here.state), [here])
  useEffect(() => () => clearTimeout(timer.current), [])

  const wait = () => {
    stop()
    timer.current = setTimeout(() => {
      if (!isOvertaken(filters, address.current, sent.current)) form.current?.requestSubmit()
    }, PAUSE_MS)
  }
  const apply = (options: { replace: boolean }) => {
    stop()
    return handleSubmit((values) => {
      sent.current = values
      setParams((old) => filtered(old, values), { ...options, state: TYPED })
    })
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => void apply({ replace: true })(event)}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) void apply({ replace: false })()
        else wait()
      }}
      className={joinClasses(
        // On a wider screen, the buttons follow in the same line.
        'grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:contents',
        // On a phone, the first of an odd number gets its own line, which leaves no gap.
        filters.filter((filter) => !isWide(filter)).length % 2 === 1 && 'max-sm:*:first:col-span-2',
        filters.length === 2 && 'max-sm:*:col-span-2',
      )}
    >
      {filters.map((filter) => (
        <FilterField key={filter.key} filter={filter} {...register(filter.key)} />
      ))}
      {/* Without a button, Enter submits only a form with a single field. */}
      <button type="submit" hidden aria-label={t`Search`} />
    </form>
  )
}

/** Half of a phone's width shows about this many letters. */
const HALF_LINE = 16

const isWide = (filter: Filter): boolean =>
  filter.kind === 'choice' && filter.choices.some(({ label }) => label.length > HALF_LINE)

/** A field of the usual width shows about this many letters. */
const FIELD = 28

const isLong = (filter: Filter): boolean =>
  filter.kind === 'text' && (filter.placeholder?.length ?? 0) > FIELD

const widthOf = (filter: Filter): string =>
  filter.kind === 'date' ? 'sm:w-36' : isLong(filter) ? 'sm:w-64' : 'sm:w-56'

/** Whether something else has changed the filters, which a busy page shows late. */
function isOvertaken(
  filters: readonly Filter[],
  shown: URLSearchParams,
  sent: Readonly<Record<string, string>>,
): boolean {
  const next = new URLSearchParams(window.location.search)
  return filters.some(({ key }) => {
    const value = next.get(key) ?? ''
    return value !== (shown.get(key) ?? '') && value !== sent[key]
  })
}

type FilterFieldProps = { filter: Filter } & ReturnType<UseFormRegister<Record<string, string>>>

function FilterField({ filter, ...rest }: FilterFieldProps) {
  const id = useId()
  return (
    <div className={joinClasses('grid min-w-0 gap-1', isWide(filter) && 'max-sm:col-span-2')}>
      <label htmlFor={id} className="text-xs text-faint">
        {filter.label}
      </label>
      {filter.kind === 'choice' ? (
        <select id={id} className={`${BOX} sm:max-w-52`} {...rest}>
          <option value="">
            <Trans context="filter">All</Trans>
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
          className={joinClasses(BOX, widthOf(filter))}
          {...rest}
        />
      )}
    </div>
  )
}

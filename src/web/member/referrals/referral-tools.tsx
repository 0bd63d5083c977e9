import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { INPUT_CLASSES } from '../../ui/form/field.tsx'
import type { Order, State } from './referral-order.ts'

type ReferralToolsProps = {
  words: string
  onWords: (words: string) => void
  state: State
  onState: (state: State) => void
}

const states = (): Record<State, string> => ({
  all: t`All members`,
  active: t`With an active profile`,
  inactive: t`Without an active profile`,
})

const orders = (): Record<Order | '', string> => ({
  '': t`Newest first`,
  member: t`By name`,
  joined: t`By join date`,
  plan: t`By plan`,
  profiles: t`By active profiles`,
  earned: t`By earnings`,
})

/** The table's filter and order, for phones without clickable column heads. */
export function ReferralTools({ words, onWords, state, onState }: ReferralToolsProps) {
  const [search, setSearch] = useSearchParams()
  const sortBy = (order: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (order) next.set('sort', order)
        else next.delete('sort')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      <input
        type="search"
        aria-label={t`Search referrals`}
        placeholder={t`Search by name, email, or profile`}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        className={`${INPUT_CLASSES} sm:w-72`}
      />
      <select
        aria-label={t`Show`}
        value={state}
        onChange={({ target }) => onState(isState(target.value) ? target.value : 'all')}
        className={`${INPUT_CLASSES} sm:w-56`}
      >
        <Options of={states()} />
      </select>
      <select
        aria-label={t`Sort`}
        value={search.get('sort') ?? ''}
        onChange={({ target }) => sortBy(target.value)}
        className={`${INPUT_CLASSES} sm:hidden`}
      >
        <Options of={orders()} />
      </select>
    </div>
  )
}

const isState = (text: string): text is State => Object.hasOwn(states(), text)

const Options = ({ of }: { of: Record<string, string> }) =>
  Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { useOperator } from '../../session/operator-session.ts'
import { Age } from './age.tsx'
import { useNow } from '../../../client/use-now.ts'

type Claim = { operator: string; ends_at: string } | null

type ItemListProps<Item> = {
  label: string
  items: readonly Item[]
  openId: string | undefined
  onOpen: (id: string) => void
  promisedHours: number
  title: (item: Item) => string
  sinceOf: (item: Item) => string
  note: (item: Item) => string
  claimOf: (item: Item) => Claim
}

/** The items of a queue as lines of two rows, with the age of each. */
export function ItemList<Item extends { id: string }>(props: ItemListProps<Item>) {
  const { label, items, openId, onOpen, promisedHours, title, sinceOf, note, claimOf } = props
  const now = useNow(30_000)
  const { username } = useOperator()
  return (
    <ul aria-label={label}>
      {items.map((item) => {
        const claim = claimOf(item)
        return (
          <li key={item.id} className="border-b border-line last:border-0">
            <button
              type="button"
              data-item={item.id}
              aria-current={item.id === openId ? 'true' : undefined}
              onClick={() => onOpen(item.id)}
              className={joinClasses(
                'block w-full px-4 py-2.5 text-start text-[0.8125rem] first:rounded-t-lg',
                // The list around it would cut off a ring outside.
                'focus-visible:-outline-offset-2',
                item.id === openId ? 'bg-raised' : 'hover:bg-raised/50',
              )}
            >
              <span className="flex items-baseline justify-between gap-4">
                <span title={title(item)} className="min-w-0 truncate font-medium">
                  {title(item)}
                </span>
                <Age since={sinceOf(item)} now={now} promisedHours={promisedHours} />
              </span>
              <span title={note(item)} className="mt-0.5 block truncate text-soft">
                {note(item)}
              </span>
              {claim && claim.operator !== username && (
                <span className="text-2xs text-warn">
                  <Trans>{claim.operator} is working on it</Trans>
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

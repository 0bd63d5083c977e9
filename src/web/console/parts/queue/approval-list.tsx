import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Section } from '../section.tsx'
import { Age } from './age.tsx'
import { useListFocus } from './use-list-focus.ts'
import { OldestOf, type Waiting } from './oldest-of.tsx'
import { useNow } from '../../../client/use-now.ts'
import { Listed, Nothing } from '../list/listed.tsx'

type ApprovalListProps<Item> = {
  title: string
  list: UseQueryResult<Waiting<Item>>
  empty: string
  sinceOf: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  renderDecision: (item: Item) => ReactNode
}

const PROMISED_HOURS = 48

const ITEM =
  'flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line px-4 py-3 ' +
  'text-[0.8125rem] last:border-0'

/** The open requests of one kind, each with its content, its reason, and the decision. */
export function ApprovalList<Item extends { id: string }>(props: ApprovalListProps<Item>) {
  const { title, list, empty, sinceOf, renderItem, renderDecision } = props
  const now = useNow(30_000)
  const section = useListFocus()
  return (
    <div ref={section}>
      <Section title={title} flush>
        <Listed query={list} title={title} lines={2}>
          {(waiting) => (
            <>
              {waiting.results.length === 0 && <Nothing text={empty} />}
              <ul>
                {waiting.results.map((item) => (
                  <li key={item.id} className={ITEM}>
                    <div className="min-w-0 flex-1 basis-64">{renderItem(item)}</div>
                    <p>
                      <span className="text-faint">
                        <Trans>Waiting </Trans>
                      </span>
                      <Age since={sinceOf(item)} now={now} promisedHours={PROMISED_HOURS} />
                    </p>
                    <div className="flex gap-2">{renderDecision(item)}</div>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Listed>
        {list.data && <OldestOf waiting={list.data} />}
      </Section>
    </div>
  )
}

export const RequestedBy = ({ operator }: { operator: string }) => (
  <p className="text-xs text-faint">
    <Trans>requested by {operator}</Trans>
  </p>
)

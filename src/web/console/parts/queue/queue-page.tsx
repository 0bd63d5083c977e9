import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/notice.tsx'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { Loaded } from '../../../ui/table/loaded.tsx'
import { NARROW, useMedia } from '../../../client/use-media.ts'
import { Head, PageTitle } from '../head.tsx'
import { KeyHints } from './key-hints.tsx'
import { OldestOf, type Waiting } from './oldest-of.tsx'
import { useItemFocus, useQueueFocus } from './use-queue-focus.ts'
import type { Queue } from './use-queue.ts'

type QueuePageProps<Item> = {
  title: string
  intro: string
  list: UseQueryResult<Waiting<Item>>
  queue: Queue<Item>
  empty: string
  keys: Record<string, string>
  toolbar?: ReactNode
  rows: ReactNode
  children: (item: Item) => ReactNode
}

/**
 * A queue with the oldest item first, and the open item next to it. A phone shows one or the other.
 */
export function QueuePage<Item extends { id: string }>(props: QueuePageProps<Item>) {
  const { title, intro, list, queue, empty, keys, toolbar, rows, children } = props
  const narrow = useMedia(NARROW)
  const { current, open } = queue
  const isAlone = narrow && current !== undefined
  const { back, list: shownList } = useQueueFocus({ narrow, id: current?.id, waiting: list.data })
  const both = useItemFocus(narrow)
  // The item stays mounted when a phone turns, so an open dialog keeps the reason typed into it.
  return (
    <>
      {isAlone ? (
        <>
          <PageTitle title={title} />
          <h1 className="sr-only">{title}</h1>
          <Button ref={back} kind="quiet" icon="back" onClick={() => open(null)}>
            {title}
          </Button>
        </>
      ) : (
        <Head title={title} intro={intro}>
          {toolbar}
        </Head>
      )}
      {!narrow && <KeyHints keys={keys} />}
      <div
        ref={both}
        className={joinClasses(
          'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_27rem]',
          isAlone ? 'mt-2' : 'mt-4',
        )}
      >
        {!isAlone && (
          <section
            ref={shownList}
            aria-label={title}
            className="overflow-hidden rounded-lg border border-line bg-sheet"
          >
            <Loaded
              query={list}
              loading={t`Loading the queue`}
              failed={t`We couldn’t load the queue`}
              lines={6}
            >
              {(waiting) => (
                <>
                  {waiting.results.length === 0 ? (
                    <Empty icon="check" title={empty} text={t`New items appear automatically.`} />
                  ) : (
                    rows
                  )}
                  <OldestOf waiting={waiting} />
                </>
              )}
            </Loaded>
          </section>
        )}
        {current && <div className="min-w-0 xl:sticky xl:top-17">{children(current)}</div>}
      </div>
    </>
  )
}

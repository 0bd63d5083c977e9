import { t } from '@lingui/core/macro'
import { Toast } from '@base-ui/react/toast'
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import { joinClasses } from './format/join-classes.ts'
import { attachToaster } from './toast/toast.ts'
import type { ToastKind } from './toast/toast.ts'
import { hasKey } from '../../domain/records.ts'

const manager = Toast.createToastManager()

const KINDS: Record<ToastKind, { icon: 'check' | 'alert' | 'info'; className: string }> = {
  plain: { icon: 'info', className: 'border-line [&_[data-mark]]:text-accent' },
  success: { icon: 'check', className: 'border-line [&_[data-mark]]:text-good' },
  destructive: { icon: 'alert', className: 'border-bad [&_[data-mark]]:text-bad' },
}

// A toast isn't a dialog. It needs no answer, and the live region around it announces it.
const NO_DIALOG = {
  role: 'group',
  'aria-modal': undefined,
  'aria-labelledby': undefined,
  'aria-describedby': undefined,
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => {
    const kind = item.type && hasKey(KINDS, item.type) ? KINDS[item.type] : KINDS.plain
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        swipeDirection={['right', 'up']}
        {...NO_DIALOG}
        className={joinClasses(
          'rounded-lg border bg-sheet shadow-sheet transition duration-200 ease-fold select-none',
          'data-starting-style:-translate-y-2 data-starting-style:opacity-0 ' +
            'data-ending-style:opacity-0',
          kind.className,
        )}
      >
        <Toast.Content className="flex items-start gap-3 py-2 ps-3.5 pe-2">
          <span data-mark className="mt-1">
            <Icon name={kind.icon} />
          </span>
          <div className="min-w-0 flex-1 py-1">
            <Toast.Title className="text-sm font-semibold wrap-anywhere" render={<p />} />
            <Toast.Description
              className={'mt-0.5 text-sm wrap-anywhere whitespace-pre-line text-soft'}
            />
          </div>
          <Toast.Close
            aria-label={t`Dismiss`}
            // It is focusable from the beginning, so screen readers know it from the beginning.
            aria-hidden={false}
            className={
              'grid size-8 place-items-center rounded-md text-faint ' +
              'hover:bg-raised hover:text-ink'
            }
          >
            <Icon name="close" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}

// Over the header up to its menu button, where a page has no content. On a wide screen the header
// is full of links, so there it is between the title below and its buttons.
const ON_PAGE =
  'fixed start-2 end-15 top-1.5 z-50 flex flex-col gap-2 sm:inset-x-0 sm:mx-auto sm:w-92 ' +
  'lg:start-[calc(50%+3.5rem)] lg:end-auto lg:mx-0 lg:top-18 lg:w-60'

const becomesVisible = () =>
  new Promise((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true })
  })

function showNotes(): () => void {
  const errors = new Set<string>()
  return attachToaster({
    show: async (note) => {
      // A repeated message restarts instead of appearing twice.
      const id = `${note.kind}: ${note.title}: ${note.description ?? ''}`
      const isError = note.kind === 'destructive'
      if (isError) errors.add(id)
      // Not before someone can read it: a background tab follows another's sign-out.
      if (document.hidden) await becomesVisible()
      // Dismissed meanwhile.
      if (isError && !errors.has(id)) return
      manager.add({
        id,
        title: note.title,
        description: note.description,
        type: note.kind,
        timeout: note.durationMs,
        // Polite for all, because assertive toasts would be in the page twice.
        priority: 'low',
      })
    },
    dismissErrors() {
      for (const id of errors) manager.close(id)
      errors.clear()
    },
  })
}

/** The topmost open dialog's place for toasts. */
const findPlace = () => [...document.querySelectorAll<HTMLElement>('[data-messages]')].at(-1)

function useMessagePlace(): HTMLElement | undefined {
  const [place, setPlace] = useState(findPlace)
  useEffect(() => {
    const look = () => setPlace(findPlace)
    look()
    document.addEventListener('message-places', look)
    return () => document.removeEventListener('message-places', look)
  }, [])
  return place
}

export function Toaster() {
  useEffect(showNotes, [])
  // A dialog has its own place for them, next to its content.
  const inDialog = useMessagePlace()
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal container={inDialog}>
        <Toast.Viewport
          aria-label={t`Notifications`}
          className={inDialog ? 'flex flex-col gap-2' : ON_PAGE}
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

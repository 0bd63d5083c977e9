import { t } from '@lingui/core/macro'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { TroubleBanner } from './trouble-banner.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
  wide?: boolean
  /** While its request runs: Escape, the backdrop, and the close button don't dismiss it. */
  busy?: boolean
  /** Called after closing, where the focus doesn't return to a button that is still there. */
  returnFocus?: (() => void) | undefined
  /**
   * A narrow screen's dialog for typing at once. It spans the top, where an on-screen keyboard
   * doesn't cover it.
   */
  atTop?: boolean
}

const BACKDROP =
  'fixed inset-0 z-30 bg-black/55 transition-opacity duration-200 ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0'
const PANEL =
  'fixed inset-x-0 z-40 flex max-h-[calc(100dvh-6rem)] flex-col border ' +
  'border-line bg-sheet shadow-sheet outline-none transition duration-200 ease-fold ' +
  'data-starting-style:opacity-0 data-ending-style:opacity-0 '
const TOP =
  'top-0 rounded-b-lg border-x-0 border-t-0 short:max-h-[calc(100dvh-3.75rem)] ' +
  'data-starting-style:-translate-y-6 data-ending-style:-translate-y-6'
const DRAWER =
  'bottom-0 rounded-t-lg data-starting-style:translate-y-6 data-ending-style:translate-y-6 ' +
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:rounded-lg ' +
  'sm:max-h-[calc(100dvh-12rem)] xl:max-h-[92dvh] ' +
  'sm:-translate-x-1/2 sm:-translate-y-1/2 sm:data-starting-style:-translate-y-[48%] ' +
  'sm:data-ending-style:-translate-y-[48%] ' +
  'short:top-auto short:bottom-0 short:max-h-[calc(100dvh-3.75rem)] short:translate-y-0 ' +
  'short:rounded-b-none '

// A short screen has no room for a title that stays.
const SCROLLER = 'flex min-h-0 flex-col overscroll-contain short:block short:overflow-y-auto'
const BODY =
  'overflow-y-auto overscroll-contain outline-none px-5 pt-5 pb-6 sm:px-6 short:overflow-visible'

const MESSAGES = 'absolute inset-x-2 flex flex-col py-2 pointer-events-none *:pointer-events-auto '
// A percentage is of the dialog’s height, so this reaches to the window’s edge.
const ABOVE =
  'bottom-full h-[calc(100dvh-100%)] justify-end-safe ' +
  'sm:inset-x-0 sm:mx-auto sm:h-[calc(50dvh-50%)] sm:w-92 ' +
  'short:h-[calc(100dvh-100%)] short:py-1 max-sm:short:end-14 ' +
  'xl:h-auto xl:py-0 xl:start-full xl:end-auto xl:top-0 xl:bottom-auto xl:ms-4 xl:me-0 xl:w-62'

/**
 * Where toasts go while a dialog is open: above it, next to it on a wide screen, or below a dialog
 * at the top. Each dialog leaves room for a short one. A long one stays in the window, and covers
 * the title instead. The toaster finds it in the document, because a shared module would cost each
 * page one more request.
 */
function MessagePlace({ isBelow }: { isBelow: boolean | undefined }) {
  useEffect(() => {
    const tell = () => void document.dispatchEvent(new Event('message-places'))
    tell()
    return tell
  }, [])
  return <div data-messages className={MESSAGES + (isBelow ? 'top-full' : ABOVE)} />
}

const FOCUSABLE = ':is(a[href], button, input, select, textarea):not(:disabled, [hidden])'

/** Whether it is the second click of a double click: that one was for the button of the dialog. */
const isSecond = (event: Event): boolean => event instanceof UIEvent && event.detail > 1

/** A key that is held too long after it opened a dialog must not confirm it. */
function ignoreHeld(event: KeyboardEvent): void {
  const isHeld = event.key === 'Enter' && event.repeat
  if (isHeld && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
}

const bottomOf = (element: HTMLElement): number => element.getBoundingClientRect().bottom

/** What gets the focus at first. `true` leaves it to the library, `false` where it is. */
function firstFocus(body: HTMLElement | null, atTop: boolean | undefined, openedBy: string) {
  const first = body?.querySelector<HTMLElement>(FOCUSABLE)
  // While the rest is loading, the only button closes the dialog.
  const panel = body?.closest<HTMLElement>('[role=dialog]')
  if (!body || !panel || !first) return panel ?? true
  if (atTop) return first
  // In a low window, this would scroll the title and what comes first out of sight.
  if (bottomOf(first) > bottomOf(panel)) {
    body.focus({ preventScroll: true })
    return false
  }
  // A link in a note isn't what the dialog is for. After a touch, `true` keeps the focus off
  // fields.
  const field = first.matches('p a') && body.querySelector<HTMLElement>(`form ${FOCUSABLE}`)
  return field && openedBy !== 'touch' ? field : true
}

/** Whether the library can return the focus there. In a page, it would take the first link. */
const takesFocus = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element.tabIndex >= 0 &&
  !element.matches(':disabled')

/**
 * A dialog opened by an address, or by a button that is gone, leaves the focus on the page. One
 * that is only switched off takes it.
 */
function focusPage(before: Element | null): void {
  if (document.activeElement !== document.body) return
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  if (document.activeElement !== document.body) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** A dialog: centered on a wide screen, a drawer within thumb's reach on a narrow one. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  wide,
  busy,
  returnFocus,
  atTop,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  const focusFirst = (openedBy: string) => {
    before.current = document.activeElement
    return firstFocus(body.current, atTop, openedBy)
  }
  const onClosed = () => {
    if (returnFocus) returnFocus()
    // The closed dialog has the focus until React has removed it.
    else if (!takesFocus(before.current)) setTimeout(focusPage, 0, before.current)
  }
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => !next && open && !busy && !isSecond(event) && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          initialFocus={focusFirst}
          finalFocus={() => !returnFocus && takesFocus(before.current)}
          onKeyDownCapture={ignoreHeld}
          className={PANEL + (atTop ? TOP : DRAWER + (wide ? 'sm:max-w-180' : 'sm:max-w-120'))}
        >
          <div className={SCROLLER}>
            <header className="border-b border-line py-4 pe-14 ps-5 sm:ps-6">
              <Base.Title className="text-lg font-semibold tracking-tight">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-sm text-soft">
                  {description}
                </Base.Description>
              )}
            </header>
            <TroubleBanner className="shrink-0 *:justify-start *:px-5 sm:*:px-6" />
            <div ref={body} tabIndex={-1} className={BODY}>
              {children}
            </div>
          </div>
          {/* Last in order, so that a dialog opens with the focus on its content. */}
          <Base.Close
            aria-label={t`Close`}
            className={
              'absolute top-2.5 end-2.5 grid size-11 place-items-center ' +
              'rounded-md text-faint hover:bg-raised hover:text-ink short:not-hover:bg-sheet'
            }
          >
            <Icon name="close" />
          </Base.Close>
          {open && <MessagePlace isBelow={atTop} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

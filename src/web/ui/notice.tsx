import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { messageOf, requestIdOf } from '../client/api-error.ts'
import { Button } from './button.tsx'
import { PAGE } from './card.tsx'
import { CopyButton } from './copy-button.tsx'
import { passFocusOn } from './focus/pass-focus-on.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

type EmptyProps = { icon: IconName; title: string; text?: ReactNode; children?: ReactNode }

/** An empty state: why nothing is here, and what to do next. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div ref={passFocusOn} className="grid justify-items-center px-4 py-10 text-center">
      <Icon name={icon} className="size-7 text-faint" />
      <p className="mt-3 font-semibold">{title}</p>
      {text && <p className="mt-1 max-w-sm text-sm text-soft">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

type ErrorPanelProps = { error: unknown; title: string; onRetry: () => void }

/** In place of a whole page. */
export const PageError = (props: ErrorPanelProps) => (
  <div className={PAGE}>
    <ErrorPanel {...props} />
  </div>
)

/** A part of the page that couldn't load: what happened, with a button to retry. */
export function ErrorPanel({ error, title, onRetry }: ErrorPanelProps) {
  const requestId = requestIdOf(error)
  return (
    <div
      ref={passFocusOn}
      role="alert"
      className="grid justify-items-center px-4 py-10 text-center"
    >
      <Icon name="alert" className="size-7 text-bad" />
      <p className="mt-3 font-semibold">{title}</p>
      <p className="mt-1 max-w-md text-sm text-soft">{messageOf(error, t`Please try again.`)}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button size="small" icon="refresh" onClick={onRetry}>
          {t`Try again`}
        </Button>
        {requestId && <CopyButton kind="quiet" text={requestId} label={t`Copy request ID`} />}
      </div>
    </div>
  )
}

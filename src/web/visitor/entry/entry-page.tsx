'use no memo'

import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../client/paths.ts'
import { ButtonLink, Spinner } from '../../ui/button.tsx'

type EntryPageProps = {
  title: string
  intro?: ReactNode
  /** Whether it takes the place of a form or a button, whose focus moves to the title. */
  replaces?: boolean
  children: ReactNode
}

/** Also elsewhere, but a module that both share would add more to these pages than its code. */
function focusIfLost(title: HTMLElement | null): void {
  if (document.activeElement === document.body) title?.focus()
}

/** One card in the middle of the page, for signing in, registering, and related pages. */
export function EntryPage({ title, intro, replaces = false, children }: EntryPageProps) {
  return (
    <div className="mx-auto max-w-110 px-4 py-10 sm:py-16">
      <h1
        {...(replaces && { ref: focusIfLost, tabIndex: -1 })}
        className="scroll-mt-20 text-[1.75rem] leading-tight font-semibold outline-none"
      >
        {title}
      </h1>
      {intro && <p className="mt-2 text-soft">{intro}</p>}
      <div className="mt-7">{children}</div>
    </div>
  )
}

/** The next step after a page has done its job. */
export const SignInLink = ({ kind = 'plain' }: { kind?: 'primary' | 'plain' }) => (
  <ButtonLink kind={kind} wide to={paths.login()}>
    <Trans>Sign In</Trans>
  </ButtonLink>
)

/** In place of an answer that decides what the page shows. */
export const OneMoment = () => (
  <output className="flex items-center gap-3 text-soft">
    <Spinner />
    <Trans>One moment, please.</Trans>
  </output>
)

export type DeadLink = {
  /** Why the link didn’t work. */
  message: string
  /** The link’s path if it may still work, such as after a lost answer. */
  retry: string | null
}

/** Why an emailed link didn’t work, from the state of the navigation that it led to. */
export function deadLinkOf(state: unknown): DeadLink | null {
  if (typeof state !== 'object' || state === null || !('deadLink' in state)) return null
  if (typeof state.deadLink !== 'string') return null
  const retry = 'retry' in state && typeof state.retry === 'string' ? state.retry : null
  return { message: state.deadLink, retry }
}

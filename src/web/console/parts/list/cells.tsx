import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { explorerLink, testExplorerLink } from '../../../client/paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Tone } from '../../../ui/badge.tsx'
import { dateTimeText } from '../../../ui/format/time-text.ts'
import { isDevelopment } from '../development-strip.tsx'
import { wordsOf } from './filter.ts'

// Cells that several lists share.

const TONES: Record<string, Tone> = {
  pending: 'warn',
  approved: 'good',
  sent: 'good',
  confirmed: 'good',
  credited: 'good',
  delivered: 'good',
  accepted: 'good',
  active: 'good',
  published: 'good',
  stored: 'warn',
  waiting: 'warn',
  proposed: 'warn',
  mismatch: 'warn',
  confirming: 'warn',
  seen: 'warn',
  investigating: 'warn',
  identified: 'warn',
  monitoring: 'warn',
  resolved: 'good',
  blocked: 'warn',
  failed: 'bad',
  rejected: 'bad',
  suspended: 'bad',
}

/** A state's text by its code, with the same tone everywhere. */
export const State = ({ code, of }: { code: string; of?: string }) => (
  <Badge tone={TONES[code] ?? 'plain'}>{wordsOf(code, of)}</Badge>
)

/** A payout's state in the words of its withdrawal, because we send it as soon as it is stored. */
export const payoutState = (state: string): string => (state === 'stored' ? 'sent' : state)

/** A time to the minute, one line. */
export const Time = ({ at, wraps = false }: { at: string | null; wraps?: boolean }) =>
  at === null ? (
    <None />
  ) : (
    <time dateTime={at} className={`figures ${wraps ? '' : 'whitespace-nowrap'}`}>
      {dateTimeText(at)}
    </time>
  )

/** Shown for a missing value. */
export const None = () => (
  <span className="text-faint">
    <span aria-hidden="true">–</span>
    <span className="sr-only">
      <Trans context="value">none</Trans>
    </span>
  </span>
)

/** An id that screen readers read as one word. */
export const Id = ({ text }: { text: string }) => (
  <span className="figures whitespace-nowrap">{text}</span>
)

/**
 * The beginning and end of a long id or address, with the full text for screen readers and on
 * hover.
 */
export function Short({ text }: { text: string | null }) {
  if (text === null) return <None />
  if (text.length < 16) return <span className="figures">{text}</span>
  return (
    <span title={text} className="figures whitespace-nowrap">
      <span aria-hidden="true">{`${text.slice(0, 6)}…${text.slice(-6)}`}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** A link in a cell, easy to hit. */
export const CellLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className={
      'inline-flex min-h-6 items-center underline decoration-edge underline-offset-3 ' +
      // A table drops columns before it breaks a name.
      'hover:decoration-ink pointer-coarse:min-h-11 [&:not(td_*)]:wrap-anywhere'
    }
  >
    {children}
  </Link>
)

/** A transaction's whole ID, linked to where anyone can look it up. */
export const Transaction = ({ id }: { id: string }) => (
  <a
    href={isDevelopment ? testExplorerLink(id) : explorerLink(id)}
    target="_blank"
    rel="noreferrer"
    className={
      'inline-flex min-h-6 items-center break-all underline decoration-edge ' +
      'underline-offset-3 hover:decoration-ink pointer-coarse:min-h-11'
    }
  >
    {id}
  </a>
)

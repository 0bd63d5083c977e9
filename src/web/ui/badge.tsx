'use no memo'

import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { valueOf } from '../../domain/records.ts'
import { joinClasses } from './format/join-classes.ts'

const TONES = {
  good: 'text-good border-good/45',
  warn: 'text-warn border-warn/45',
  bad: 'text-bad border-bad/45',
  plain: 'text-soft border-edge/60',
} as const

export type Tone = keyof typeof TONES

/** A state in one word. The dot's shape repeats the color's meaning: filled is settled. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={joinClasses(
        'inline-flex h-6 items-center gap-1.5 rounded-full border px-2',
        'text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      <span
        aria-hidden="true"
        className={joinClasses(
          'size-1.5 rounded-full border border-current',
          tone === 'good' && 'bg-current',
        )}
      />
      {/* Its line is the badge's baseline, so it matches the texts next to it. */}
      <span className="self-baseline leading-5.5">{children}</span>
    </span>
  )
}

export function ActiveBadge({ active }: { active: boolean }) {
  return <Badge tone={active ? 'good' : 'plain'}>{active ? t`Active` : t`Inactive`}</Badge>
}

const STATUS = {
  pending: { tone: 'warn', word: msg`Pending` },
  approved: { tone: 'good', word: msg`Approved` },
  rejected: { tone: 'bad', word: msg`Rejected` },
} as const

const NEWER = { tone: 'plain', word: msg({ message: 'Unknown', context: 'status' }) } as const

export function StatusBadge({ status }: { status: keyof typeof STATUS }) {
  const { tone, word } = valueOf(STATUS, status) ?? NEWER
  return <Badge tone={tone}>{i18n._(word)}</Badge>
}

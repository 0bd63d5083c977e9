import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { hasKey } from '../../../domain/records.ts'
import type { Flag } from './queries.ts'
const WORDS: Record<Flag, { short: string; why: string }> = {
  new_address: { short: t`New address`, why: t`We’ve never paid this member at this address.` },
  first_withdrawal: { short: t`First`, why: t`This is the member’s first payout.` },
  shared_address: { short: t`Shared address`, why: t`Other members are paid to the same address.` },
  velocity: { short: t`Velocity`, why: t`Unusually many withdrawals in a short time.` },
  on_hold: {
    short: t`On hold`,
    why: t`The member’s security settings changed. The hold can’t be shortened.`,
  },
  suspended: {
    short: t`Suspended`,
    why: t`The member is suspended. Nothing is paid until you reinstate them.`,
  },
  disputed: {
    short: t`Disputed`,
    why: t`The member reported that someone else used the account. Nothing is paid.`,
  },
  quarantined: {
    short: t`Quarantined`,
    why: t`We can’t pay this as it is. The System page says why.`,
  },
  history_lost: {
    short: t`Maybe paid`,
    why: t`We may have paid this already. Compare the chain with the ledger first.`,
  },
  in_signer_file: {
    short: t`In a file`,
    why: t`A file for an offline signer may still pay this, also if it was discarded.`,
  },
  paid_late: {
    short: t`Paid late`,
    why: t`A failed payout is on the chain after all. Approve this again, and record that payout.`,
  },
}

export const isKnownFlag = (flag: Flag): boolean => hasKey(WORDS, flag)

/** The server may be newer than this page, and have a flag that we don't know. */
const wordsOf = (flag: Flag): (typeof WORDS)[Flag] =>
  hasKey(WORDS, flag) ? WORDS[flag] : { short: flag, why: t`This is new. Reload the page.` }

/** Warning signs, in short. */
export function Flags({ flags }: { flags: Flag[] }) {
  if (flags.length === 0)
    return (
      <span className="text-xs text-faint">
        <Trans>none</Trans>
      </span>
    )
  return (
    <ul aria-label={t`Flags`} className="flex flex-wrap gap-1">
      {flags.map((flag) => (
        <li
          key={flag}
          title={wordsOf(flag).why}
          className="rounded-sm border border-warn/45 px-1.5 text-2xs font-medium text-warn"
        >
          {wordsOf(flag).short}
        </li>
      ))}
    </ul>
  )
}

/** The same with explanations. */
export function ExplainedFlags({ flags }: { flags: Flag[] }) {
  if (flags.length === 0) return null
  return (
    <ul aria-label={t`Flags`} className="grid gap-1.5 rounded-md border border-warn/45 px-3 py-2">
      {flags.map((flag) => (
        <li key={flag} className="text-[0.8125rem]">
          <span className="font-medium text-warn">{wordsOf(flag).short}.</span> {wordsOf(flag).why}
        </li>
      ))}
    </ul>
  )
}

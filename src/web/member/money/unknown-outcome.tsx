import { Trans } from '@lingui/react/macro'
import { momentText } from '../../ui/format/time-text.ts'

/** Stands above a button whose press before this one has had no answer. */
export function UnknownOutcome({ since }: { since: number | null }) {
  if (since === null) return null
  const time = momentText(new Date(since).toISOString())
  return (
    <p className="border-l-2 border-warn pl-4 text-sm text-warn">
      <Trans>
        Your request from {time} has had no answer: it is not known whether it was done. Press again
        here: it counts once.
      </Trans>
    </p>
  )
}

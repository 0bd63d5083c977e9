import { Trans } from '@lingui/react/macro'
import { momentText } from '../../ui/format/time-text.ts'

/** Above a button whose last press got no answer. */
export function UnknownOutcome({ since }: { since: number | null }) {
  if (since === null) return null
  const time = momentText(new Date(since).toISOString())
  return (
    <p className="border-s-2 border-warn ps-4 text-sm text-warn">
      <Trans>
        We couldn’t confirm that your request from {time} went through. Try again – it won’t be sent
        twice.
      </Trans>
    </p>
  )
}

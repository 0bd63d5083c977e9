import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { dateTimeText } from '../../../ui/format/time-text.ts'
import { HOUR_MS } from '../../../../domain/time/time.ts'

/** An item's age: `35 min`, `7 h`, `3 d`. */
function ageText(sinceMs: number): string {
  const minutes = Math.max(0, Math.floor(sinceMs / 60_000))
  if (minutes < 60) return t`${minutes} min`
  if (minutes < 48 * 60) return t`${Math.floor(minutes / 60)} h`
  return t`${Math.floor(minutes / 60 / 24)} d`
}

type AgeProps = { since: string; now: number; promisedHours: number }

/** An item's age compared with the promised time: a warning at half of it, bad at all of it. */
export function Age({ since, now, promisedHours }: AgeProps) {
  const waited = now - Date.parse(since)
  const late = waited > promisedHours * HOUR_MS
  const soon = !late && waited > (promisedHours * HOUR_MS) / 2
  return (
    <time
      dateTime={since}
      title={dateTimeText(since)}
      className={joinClasses(
        'figures whitespace-nowrap',
        late && 'font-semibold text-bad',
        soon && 'text-warn',
      )}
    >
      {ageText(waited)}
      {late && (
        <span className="sr-only">
          <Trans>, late</Trans>
        </span>
      )}
    </time>
  )
}

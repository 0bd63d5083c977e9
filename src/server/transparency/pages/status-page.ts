import { fillText } from '../../../domain/texts.ts'
import type { z } from 'zod'
import type { Incident } from '../../../contract/subjects/incidents.ts'
import type { ServiceStatus } from '../../../contract/subjects/transparency.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { dayText, lengthText, timeText, wholeText } from '../figures.ts'
import { incidentParts } from './incidents.ts'
import { paragraph } from './page-frame.ts'
import { table } from './table.ts'
import { wordsOf } from '../words.ts'

type Status = z.infer<typeof ServiceStatus>
type Shown = z.infer<typeof Incident>

/** Uptime is rounded down. It is unknown before the first minute. */
function uptimeLine({ minutes, up }: Status['uptime'], language: Language): string {
  if (minutes === 0) return ''
  const hundredths = Math.floor((Math.min(up, minutes) * 10_000) / minutes)
  const share = `${(hundredths / 100).toFixed(2)}${language === 'en' ? '%' : ' %'}`
  return paragraph(
    fillText(wordsOf(language).uptime, { share, minutes: wholeText(minutes, language) }),
  )
}

/** How well the service works: one sentence, then figures. */
export function statusPage(
  status: Status,
  incidents: readonly Shown[],
  language: Language,
): string {
  const own = wordsOf(language)
  const { uptime, withdrawals, deposits, chain_lag_seconds: lag, newest_sheet: sheet } = status
  const row = (name: string, wait: Status['deposits']) => [
    name,
    wholeText(wait.count, language),
    wait.p50_seconds === null ? '–' : lengthText(wait.p50_seconds, language),
    wait.p95_seconds === null ? '–' : lengthText(wait.p95_seconds, language),
  ]
  const told = incidentParts(incidents, language)
  const failed =
    status.failed_proofs === 0
      ? own.noFailedProofs
      : fillText(own.failedProofs, { count: wholeText(status.failed_proofs, language) })
  const oldest = withdrawals.oldest_seconds
  const waiting =
    oldest === null
      ? own.noneWaiting
      : fillText(own.waiting, {
          count: wholeText(withdrawals.waiting, language),
          oldest: lengthText(oldest, language),
        })
  const at = timeText(new Date(status.at), language)
  const chain =
    lag === null ? '' : paragraph(fillText(own.chainLag, { length: lengthText(lag, language) }))
  return `<h1>${own.statusTitle}</h1>${paragraph(status.up ? own.upNow : own.downNow, 'first')}
${uptimeLine(uptime, language)}
${told.now}
<h2>${own.waits}</h2>${table(
    own.waits,
    [own.what, own.count, own.p50, own.p95],
    [row(own.withdrawals, withdrawals), row(own.deposits, deposits)],
  )}
${paragraph(waiting)}${chain}
${sheet === null ? '' : paragraph(fillText(own.newestSheet, { day: dayText(sheet, language) }))}
${paragraph(failed)}
${told.before}
<p class="soft"><a href="/api/transparency/status/">JSON</a> · ${at}</p>`
}

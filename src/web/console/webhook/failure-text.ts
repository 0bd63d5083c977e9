import { t } from '@lingui/core/macro'

type Text = readonly [pattern: RegExp, text: (found: string) => string]

/** The server keeps why an attempt failed in English. */
const TEXTS: readonly Text[] = [
  [
    /^It answered (\d+)\. We don’t follow redirects\.$/,
    (status) => t`It answered ${status}. We don’t follow redirects.`,
  ],
  [/^It answered (\d+)\.$/, (status) => t`It answered ${status}.`],
  [/^It didn’t answer within (\d+) seconds\.$/, (n) => t`It didn’t answer within ${n} seconds.`],
  [/^The request failed\.$/, () => t`The request failed.`],
  [
    /^The request failed: The address is not public$/,
    () => t`The request failed: the address isn’t public.`,
  ],
  [/^The request failed: (.+)$/s, (reason) => t`The request failed: ${reason}`],
  [/^It failed for (\d+) days\.$/, (days) => t`It failed for ${days} days.`],
]

/** Why an endpoint failed, in the operator's language. An unknown reason stays. */
export function failureText(failure: string): string {
  for (const [pattern, text] of TEXTS) {
    const found = pattern.exec(failure)
    if (found) return text(found[1] ?? '')
  }
  return failure
}

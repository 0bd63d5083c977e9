import { t } from '@lingui/core/macro'
import { groupThousands } from '../../../client/format/number-text.ts'

/** The server stops counting long lists at these numbers. */
export const isCut = (count: number): boolean => count === 10_000 || count === 1_000

export function countText(count: number): string {
  const number = groupThousands(String(count))
  return isCut(count) ? t`${number} or more` : number
}

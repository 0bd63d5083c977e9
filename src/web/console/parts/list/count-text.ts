import { groupThousands } from '../../../ui/format/money-text.ts'

/** The server counts long lists no further than to these. */
export const isCut = (count: number): boolean => count === 10_000 || count === 1_000

export const countText = (count: number): string =>
  `${groupThousands(String(count))}${isCut(count) ? ' or more' : ''}`

import { groupThousands } from '../../ui/format/money-text.ts'

/** How often something was done. */
export const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** So many of something, by the singular of its word: `1 member`, `1,204 members`. */
export const howManyText = (count: number, one: string): string =>
  `${groupThousands(String(count))} ${one}${count === 1 ? '' : 's'}`

import type { ReactNode } from 'react'

/** One column of a list: how a row shows it, and how it sits. */
export type Column<Row> = {
  key: string
  label: string
  show: (row: Row) => ReactNode
  /** Right-aligned, in digits of one width. */
  figures?: true
  /** Sentences: not narrower than a few words. */
  text?: true
  /** What the list is sorted by when this column's head is pressed. */
  sort?: string
  /** That order is from A to Z, not from the most down. */
  rising?: true
  /** Names the card on a narrow screen, where the other columns follow as pairs. */
  title?: true
  /** Buttons: they have no name beside them where rows are cards. */
  actions?: true
}

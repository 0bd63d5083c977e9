import type { ReactNode } from 'react'

/** One column of a table: what it is called, and how a row shows it. */
export type Column<Row> = {
  key: string
  label: string
  /** A second line in the column's head. */
  note?: string | undefined
  show: (row: Row) => ReactNode
  /** Right-aligned, in digits of one width. */
  figures?: true
  /** Sentences: not narrower than a few words. */
  text?: true
  /** Names its row: screen readers say it before each cell. */
  heads?: true
  /** Its label is for screen readers only. */
  mute?: true
  /** For its head and its cells, such as where a narrow screen has no room for them. */
  className?: string
  /** What the list is sorted by when this column's head is pressed. */
  sort?: string
  /** That order is from A to Z, not from the most down. */
  rising?: true
  /** Names the card on a narrow screen, where the other columns follow as pairs. */
  title?: true
  /** Buttons: they have no name beside them where rows are cards. */
  actions?: true
}

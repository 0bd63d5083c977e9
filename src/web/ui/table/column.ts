import type { ReactNode } from 'react'

/** One column of a table: its label, and how a row shows it. */
export type Column<Row> = {
  key: string
  label: string
  /** A second line in the column's head. */
  note?: string | undefined
  show: (row: Row) => ReactNode
  /** Whether a row has a value. Without one, a card or a second line leaves out the label, too. */
  has?: (row: Row) => boolean
  /** Right-aligned, with tabular digits. */
  figures?: true
  /** Sentences: not narrower than a few words. */
  text?: true
  /** Names its row, so screen readers announce it before each cell. */
  heads?: true
  /** Its label is for screen readers only. */
  mute?: true
  /** Classes for its head and cells, for example where a narrow screen has no room for them. */
  className?: string
  /** The list's sort key when this column's head is clicked. */
  sort?: string
  /** The first order is A to Z, not highest first. */
  rising?: true
  /** Names the card on a narrow screen, where the other columns follow as pairs. */
  title?: true
  /** How it names a card, if not as the table shows it. */
  named?: (row: Row) => ReactNode
  /**
   * What a card says about it on the line below its title. If any column has this, the card shows
   * only that line, and everything with labels once it is opened.
   */
  glance?: (row: Row) => ReactNode
  /** How an opened card shows it, if not as the table does. */
  unfolded?: (row: Row) => ReactNode
  /** Buttons, which have no label next to them where rows are cards. */
  actions?: true
}

/** Whether a row has a value in a column. */
export const hasIn =
  <Row>(row: Row) =>
  ({ has }: Column<Row>): boolean =>
    has?.(row) ?? true

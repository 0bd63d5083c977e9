import { i18n } from '@lingui/core'
import type { Column } from '../../ui/table/column.ts'
import { REWARD_KINDS, sumText } from './reward-kinds.ts'
import type { RewardSums, Unit } from './reward-kinds.ts'

/** One column for each kind of reward. */
export const kindColumns = <Row extends RewardSums>(
  unit: Unit,
  className?: string,
): Column<Row>[] =>
  REWARD_KINDS.map(({ kind, short }) => ({
    key: kind,
    label: i18n._(short),
    figures: true,
    ...(className && { className }),
    show: (row) => sumText(row[kind], unit),
  }))

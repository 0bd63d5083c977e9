import type { RowOf } from '../parts/list/list-name.ts'

export type Withdrawal = RowOf<'operatorListWithdrawals'>

export type Flag = RowOf<'operatorListWithdrawals'>['flags'][number]

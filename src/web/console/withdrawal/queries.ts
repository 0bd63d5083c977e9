import type { RowOf } from '../parts/list/list-name.ts'

export type Withdrawal = RowOf<'findWithdrawals'>

export type Flag = RowOf<'findWithdrawals'>['flags'][number]

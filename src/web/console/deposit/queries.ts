import type { RowOf } from '../parts/list/list-name.ts'

export type Transfer = RowOf<'operatorListUnattributed'>

import type { RowOf } from '../parts/list/list-name.ts'

export type Message = RowOf<'listMessages'>

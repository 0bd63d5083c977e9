import type { MemberImportsTables } from './tables/member-imports.ts'
import type { OperatorsTables } from './tables/operators.ts'
import type { StaffWorkTables } from './tables/staff-work.ts'

/** What operators work with: their own accounts and records, and members imports. */
export interface StaffTables extends MemberImportsTables, OperatorsTables, StaffWorkTables {}

import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { PLAN_PARTS, SPAN_AFTER_MARK } from '../book/rows/counted-rows.ts'

type PlanCount = {
  readonly plan: number
  readonly profiles: number
  readonly imported: number
  readonly seats: number
}

/** The profiles and seats of each plan as of now. */
export async function readPlanCounts(db: Db): Promise<PlanCount[]> {
  const { rows } = await sql<PlanCount>`
    with ${sql.raw(SPAN_AFTER_MARK)}
    select plan, sum(profiles)::int as profiles, sum(imported)::int as imported,
      sum(seats)::int as seats
    from (select plan, profiles, imported, seats from plan_counts
      union all (${sql.raw(PLAN_PARTS)})) parts
    group by plan order by plan`.execute(db)
  return rows
}

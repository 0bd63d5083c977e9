// The output of `explain (analyze, format json)` as a list of steps.

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** The single row of that output. */
export type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

export const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]

/** The number of rows that a step read. */
export const touched = (step: Plan): number =>
  step['Actual Loops'] *
  (step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0))

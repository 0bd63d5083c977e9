import type { VariableName } from '../environment.ts'

export type VariableDoc = {
  text: string
  /** What happens if it is missing, unless it has a default. */
  absent?: string
  /** The same in production, if that differs. */
  absentInProduction?: string
  /** The form of its value, if the format alone isn't clear. */
  form?: string
}

/** The variables of one group of the reference, in its order. */
export type VariableDocs = Partial<Record<VariableName, VariableDoc>>

export const REQUIRED = '**required**'
export const NONE = 'none'

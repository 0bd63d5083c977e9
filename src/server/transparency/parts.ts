import { boardsPart } from './boards/boards-part.ts'
import { incomePart } from './income/freeze-income.ts'
import type { SheetPart } from './sheet/part.ts'

/** The parts of the daily sheet. */
export const sheetParts: readonly SheetPart[] = [incomePart, boardsPart]

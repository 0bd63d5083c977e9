import { boardsPart } from './boards/boards-part.ts'
import { incomePart } from './income/freeze-income.ts'
import { sheetLiabilities } from './liabilities/sheet-liabilities.ts'
import type { SheetPart } from './sheet/part.ts'

/** The parts of the daily sheet. We check the liabilities against the income statement's groups. */
export const sheetParts: readonly SheetPart[] = [
  { ...incomePart, summarize: sheetLiabilities },
  boardsPart,
]

import { boardsPart } from './boards/boards-part.ts'
import { incomePart } from './income/freeze-income.ts'
import { sheetLiabilities } from './liabilities/sheet-liabilities.ts'
import type { SheetPart } from './sheet/part.ts'

/**
 * The parts of the daily sheet. We check the liabilities against the income statement's groups.
 *
 * Boards come first, right after the cutoff. The attempt fails if their worker counts in between.
 * It counts every minute, and the tree of the liabilities may take longer.
 */
export const sheetParts: readonly SheetPart[] = [
  boardsPart,
  { ...incomePart, summarize: sheetLiabilities },
]

import type { CallName } from '../../../src/contract/routes.ts'
import { sheetParts } from '../../../src/server/transparency/parts.ts'
import { makeSheet } from '../../../src/server/transparency/sheet/make-sheet.ts'
import { make, none, plain, type Maker } from './call-stage.ts'
import type { Edge } from './edge.ts'

/** Seals today's sheet, unless there is one. @returns its day */
export async function sealToday({ db, book }: Pick<Edge, 'db' | 'book'>): Promise<string> {
  await makeSheet({ db, book, origin: 'test/log', parts: sheetParts })
  const { day } = await db.selectFrom('day_sheets').select('day').executeTakeFirstOrThrow()
  return day
}

const ofToday =
  (name: 'getIncome' | 'getBoardOutcomes'): Maker =>
  async ({ world }) =>
    make(name, none, { query: { day: await sealToday(world.edge) } })

export const transparencyMakers: Partial<Record<CallName, Maker>> = {
  listSealedDays: plain('listSealedDays'),
  getSheet: async ({ world }) =>
    make('getSheet', none, { params: { day: await sealToday(world.edge) } }),
  getIncome: ofToday('getIncome'),
  getBoardOutcomes: ofToday('getBoardOutcomes'),
  getServiceStatus: plain('getServiceStatus'),
}

import pino from 'pino'
import type { CallName } from '../../../../src/contract/routes.ts'
import { growLog } from '../../../../src/server/transparency/log/grow-log.ts'
import {
  openSigner,
  signCheckpoint,
} from '../../../../src/server/transparency/log/sign-checkpoint.ts'
import { sheetParts } from '../../../../src/server/transparency/parts.ts'
import { brandName } from '../../../../src/server/brand/brand.ts'
import { reservesPart } from '../../../../src/server/transparency/reserves/reserves-part.ts'
import { makeSheet } from '../../../../src/server/transparency/sheet/make-sheet.ts'
import { by, make, none, operate, plain, type Maker } from '../call-stage.ts'
import type { Edge } from '../edge.ts'
import type { MoneyMember } from '../money-world.ts'
import { itemAt } from '../../../support/answer.ts'

/** Signs `test/log`. */
export const testSigner = openSigner('test/log', '5e'.repeat(32))

/** Seals today's sheet, unless there is one. @returns its day */
export async function sealToday({ db, book, context }: Edge): Promise<string> {
  const { tron, config } = context
  const [brand, origin] = [brandName(), 'test/log']
  const reserves = reservesPart({ tron, brand, origin, wallets: config.reserveWallets })
  await makeSheet({ db, book, origin, parts: [...sheetParts, reserves] })
  const { day } = await db.selectFrom('day_sheets').select('day').executeTakeFirstOrThrow()
  return day
}

/** An admin's report of an incident. */
export const newIncident = {
  impact: 'partial',
  state: 'investigating',
  title_en: 'Payouts are late',
  title_es: 'Retiros con retraso',
  text_en: 'A node of the network is behind.',
  text_es: 'Un nodo de la red está atrasado.',
} as const

/** An admin's later update. */
export const newUpdate = {
  state: 'resolved',
  text_en: 'It caught up.',
  text_es: 'Ya está al día.',
} as const

/** Only this many may be open at once. */
const overIncident = { ...newIncident, state: 'resolved' } as const
/** Signs the log with all possible entries. */
export async function signLog({ db, config }: Pick<Edge, 'db' | 'config'>): Promise<void> {
  while ((await growLog(db)) > 0);
  const log = pino({ level: 'silent' })
  await signCheckpoint({ db, signer: testSigner, dataDir: config.dataDir, log })
}

/** The first entry that moved a member's money. */
async function ownJournal({ get }: Pick<MoneyMember, 'get'>): Promise<string> {
  const { body } = await get('accounts/statement/?from=2020-01-01&to=2120-01-01')
  return itemAt(body.entries, 0).journal
}

const ofToday =
  (name: 'getIncome' | 'getBoardOutcomes' | 'getSolvency'): Maker =>
  async ({ world }) =>
    make(name, none, { query: { day: await sealToday(world.edge) } })

export const transparencyMakers: Partial<Record<CallName, Maker>> = {
  listSealedDays: plain('listSealedDays'),
  getSheet: async ({ world }) =>
    make('getSheet', none, { params: { day: await sealToday(world.edge) } }),
  getSeal: async ({ world }) => {
    const day = await sealToday(world.edge)
    await signLog(world.edge)
    return make('getSeal', none, { params: { day } })
  },
  getReceipt: async ({ world, member }) => {
    await signLog(world.edge)
    return make('getReceipt', by(member), { params: { journal: await ownJournal(member) } })
  },
  listProofs: async ({ world, member }) => {
    await sealToday(world.edge)
    return make('listProofs', by(member), {})
  },
  getProof: async ({ world, member }) => {
    const day = await sealToday(world.edge)
    await signLog(world.edge)
    return make('getProof', by(member), { params: { day } })
  },
  reportProof: async ({ world, member }) =>
    make('reportProof', by(member), {
      body: { day: await sealToday(world.edge), failure: 'part_changed: parts[0]', evidence: '{}' },
    }),
  getIncome: ofToday('getIncome'),
  getBoardOutcomes: ofToday('getBoardOutcomes'),
  getSolvency: ofToday('getSolvency'),
  listAnchors: plain('listAnchors'),
  getReserveSample: async (stage) => {
    const { context, db } = stage.world.edge
    context.config.reserveSample = 'public'
    const day = await sealToday(stage.world.edge)
    const body = { v: 1, day, block: { number: 1, id: 'ab'.repeat(32) }, openings: [] }
    const row = { day, block_number: 1n, block_id: 'ab'.repeat(32), body: JSON.stringify(body) }
    await db
      .insertInto('reserve_samples')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return make('getReserveSample', none, { query: { day } })
  },
  getServiceStatus: plain('getServiceStatus'),
  listIncidents: plain('listIncidents'),
  operatorListIncidents: plain('operatorListIncidents'),
  reportIncident: async ({ operators }) =>
    make('reportIncident', operators.admin, { body: overIncident }),
  updateIncident: async (stage) => {
    const { body } = await operate(stage, stage.operators.admin, 'incidents/', overIncident)
    return make('updateIncident', stage.operators.admin, {
      params: { id: body.id },
      body: newUpdate,
    })
  },
}

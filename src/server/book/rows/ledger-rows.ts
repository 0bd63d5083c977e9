/** Journals and postings as rows, and the codes of their enumerations. */
import { assetOf } from '../../../domain/ledger/account.ts'
import type { EventOf, Posting } from '../../../domain/ledger/event.ts'
import {
  JOURNAL_KINDS,
  PURPOSES,
  type JournalKind,
  type Purpose,
} from '../../../domain/ledger/journal.ts'
import type { Asset, Coin } from '../../../domain/money/money.ts'
import type { ShapeOf } from './write-rows.ts'
import { recordOf } from '../../../domain/records.ts'

export const ASSET_CODES: Record<Asset, number> = { USD: 0, TRX: 1, USDT: 2 }

/** The coin of a stored asset code. */
export const coinOf = (asset: number): Coin => (asset === ASSET_CODES.TRX ? 'TRX' : 'USDT')

/** The stored codes of journal kinds and purposes: their index in the lists. */
export const KIND_CODES: Record<JournalKind, number> = recordOf(JOURNAL_KINDS, (_, code) => code)
export const PURPOSE_CODES: Record<Purpose, number> = recordOf(PURPOSES, (_, code) => code)

export type BookedJournal = { readonly seq: number; readonly journal: EventOf<'journal'> }
export const JOURNALS: ShapeOf<'journals', BookedJournal> = {
  table: 'journals',
  stamp: 'at',
  columns: [
    ['no', 'int8', ({ journal }) => journal.no],
    ['seq', 'int8', ({ seq }) => seq],
    ['kind', 'int2', ({ journal }) => KIND_CODES[journal.kind]],
    ['subject', 'int8', ({ journal }) => journal.subject],
  ],
}

/** The purposes that reward a member. */
export const rewardPurposes = [
  PURPOSE_CODES.level1,
  PURPOSE_CODES.level2,
  PURPOSE_CODES.sponsor_bonus,
]

export type Line = { readonly journal: number; readonly line: number; readonly posting: Posting }
export const POSTINGS: ShapeOf<'postings', Line> = {
  table: 'postings',
  columns: [
    ['journal_no', 'int8', (l) => l.journal],
    ['account_no', 'int8', (l) => l.posting.account],
    ['amount', 'int8', (l) => l.posting.amount],
    ['balance_after', 'int8', (l) => l.posting.balanceAfter],
    ['line', 'int2', (l) => l.line],
    ['asset', 'int2', (l) => ASSET_CODES[assetOf(l.posting.account)]],
    ['purpose', 'int2', (l) => PURPOSE_CODES[l.posting.purpose]],
  ],
}

export type BookedSeal = { readonly seq: number; readonly seal: EventOf<'day_sealed'> }
export const DAY_SHEETS: ShapeOf<'day_sheets', BookedSeal> = {
  table: 'day_sheets',
  stamp: 'sealed_at',
  columns: [
    ['day', 'text', ({ seal }) => seal.day],
    ['seq', 'int8', ({ seq }) => seq],
    ['sha256', 'text', ({ seal }) => seal.sheet],
  ],
}

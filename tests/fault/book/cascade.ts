import { DEFAULT_CATALOG, PLANS, type PlanTerms } from '../../../src/domain/money/catalog.ts'
import { IMPORT_RULES } from '../../../src/domain/network/import-member.ts'
import { HOUSE } from '../../../src/domain/ledger/state.ts'
import { micros } from '../../../src/domain/money/money.ts'
import type { Command } from '../../../src/domain/ledger/command.ts'
import type { Book } from '../../../src/server/book/book.ts'
import { effectsOf } from '../../support/book-acts.ts'

// One activation below the top member completes a board on each plan, up to Diamond. Its hundred
// re-entries complete a hundred Bronze boards, whose owners pass all plans in the same way, until
// no more owners can pay.

const DIAMOND: PlanTerms = {
  feeMicros: micros(40_000_000n),
  level1Micros: micros(10_000_000n),
  level2Micros: micros(20_000_000n),
  sponsorBonusMicros: micros(0n),
  reentries: 100,
}
const [bronze, silver, gold, platinum] = DEFAULT_CATALOG
/** The fees of the higher plans and of a hundred re-entries. */
const OWNER_USD = 200n
const NO_LIMIT = micros(10n ** 14n)
/** A catalog whose Diamond board creates as many re-entries as any sound catalog allows. */
export const publishReentries = (book: Book) =>
  effectsOf(book, {
    kind: 'publish_catalog',
    catalog: [bronze, silver, gold, platinum, DIAMOND],
    operator: 'ann',
  })

/** Adds money to a member's wallet. */
const credit = (book: Book, member: number, usd: bigint) =>
  effectsOf(book, {
    kind: 'propose_adjustment',
    member,
    amountMicros: micros(usd * 1_000_000n),
    operator: 'ann',
    reason: 'a test',
    memberLimitMicros: NO_LIMIT,
    dayLimitMicros: NO_LIMIT,
  })

async function add(book: Book, command: Command): Promise<number> {
  const { events } = await effectsOf(book, command)
  for (const event of events) if (event.event === 'member') return event.no
  throw new Error(`${command.kind} added no member`)
}

const importBelow = (book: Book, sponsor: number) =>
  add(book, { kind: 'import_member', sponsor, plans: PLANS, side: null })

/**
 * Imports a network in which every board with owners who can pay lacks its last position.
 * @param levels the levels below the top member, of which the last is not full
 * @param owners how many owners can pay, at most a quarter of the last level
 * @returns the top member, below whom one activation starts the cascade
 */
export async function stageCascade(book: Book, levels: number, owners: number): Promise<number> {
  const top = await importBelow(book, HOUSE)
  const members = [0, top]
  while (members.length < 2 ** levels) members.push(await importBelow(book, top))
  for (const [at, parent] of members.entries()) {
    if (at < 2 ** (levels - 1)) continue
    await importBelow(book, parent)
    if (at % 2 === 0) await importBelow(book, parent)
  }
  const first = 2 ** (levels - 2)
  for (const owner of members.slice(first, first + owners)) await credit(book, owner, OWNER_USD)
  return top
}

/** Raises the rules to the version that knows imports. */
export const allowImports = (book: Book) =>
  effectsOf(book, { kind: 'raise_rules', version: IMPORT_RULES })

/** Registers a member below the top one who can pay for Bronze, and returns the activation. */
export async function joinBelow(book: Book, top: number): Promise<Command> {
  const { events } = await effectsOf(book, { kind: 'register', sponsor: top })
  for (const event of events) {
    if (event.event !== 'profile') continue
    await credit(book, event.member, 1n)
    return { kind: 'activate', member: event.member, profile: event.no }
  }
  throw new Error('the registration created no profile')
}

/** The demo network: its members, their sponsors, and their deposits. Repeatable. */
import { makeDice } from './dice.ts'

const FIRST = `
  amber azure birch cedar cloud coral crisp dawn delta ember fern frost glade grove harbor
  hazel indigo ivory jade juniper lark laurel linen lunar maple meadow misty moss north oak
  ocean olive opal orchid pearl pine quartz rain raven reef river rose sage sierra silver sky
  slate snow solar stone storm summer sun terra tidal timber vale velvet willow`
const SECOND = 'bay brook cliff creek dune field ford gate hill isle lake peak pond ridge wood'

const words = (text: string): string[] => text.trim().split(/\s+/)

export type DemoMember = {
  readonly username: string
  /** Null: joins below the company. */
  readonly sponsor: string | null
  /** Whole dollars deposited, 0 for none. */
  readonly dollars: number
  readonly coin: 'TRX' | 'USDT'
  readonly activates: boolean
}

const firstWords = words(FIRST)
const secondWords = words(SECOND)

function nameOf(n: number): string {
  const second = Math.floor(n / firstWords.length) % secondWords.length
  return `${firstWords[n % firstWords.length]}-${secondWords[second]}`
}

/** Most members deposit a little. Some deposit enough for several plans. */
const DOLLARS = [2, 2, 3, 3, 5, 5, 5, 8, 10, 10, 15, 25, 40, 60]

/**
 * The members in joining order. Early ones refer more, as in real life: each new member considers a
 * few sponsors and takes the earliest.
 */
export function planMembers(count: number): DemoMember[] {
  const dice = makeDice(20_26)
  const members: DemoMember[] = []
  for (let n = 0; n < count; n++) {
    const username = nameOf(n)
    const candidates = [dice(n || 1), dice(n || 1), dice(n || 1)]
    const sponsor = n < 2 ? null : (members[Math.min(...candidates)]?.username ?? null)
    const pays = n < 20 || dice(10) > 0
    members.push({
      username,
      sponsor,
      dollars: pays ? (DOLLARS[dice(DOLLARS.length)] ?? 2) : 0,
      coin: dice(4) === 0 ? 'TRX' : 'USDT',
      activates: pays && (n < 20 || dice(12) > 0),
    })
  }
  return members
}

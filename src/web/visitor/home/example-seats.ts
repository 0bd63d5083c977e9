/** Made-up members by their path from the top, in the order in which positions fill. */
const MEMBERS: Record<string, string> = {
  '': 'ana',
  L: 'ben',
  R: 'cleo',
  LL: 'dora',
  LR: 'emil',
  RL: 'fay',
  RR: 'gus',
  LLL: 'hana',
  LLR: 'ivo',
  LRL: 'jon',
  LRR: 'kim',
  RLL: 'lea',
}

type ExampleSeat = {
  /** The path down from the top. */
  way: string
  /** The place in its level, from the left. */
  column: number
  username: string | undefined
  /** Members below the last level. */
  below: number
}

/** All positions of a made-up network down to a level, filled or not. */
export function exampleSeats(levels: number): ExampleSeat[] {
  const ways = ['']
  for (const way of ways) if (way.length < levels) ways.push(`${way}L`, `${way}R`)
  return ways.map((way) => ({
    way,
    column: [...way].reduce((column, letter) => 2 * column + (letter === 'R' ? 1 : 0), 0),
    username: MEMBERS[way],
    below: way.length === levels ? countBelow(way) : 0,
  }))
}

const countBelow = (way: string): number =>
  Object.keys(MEMBERS).filter((other) => other.startsWith(way) && other !== way).length

/** A repeatable pseudo-random sequence of integers from 0 to below a limit. */
export function makeDice(seed: number): (below: number) => number {
  let x = seed >>> 0
  return (below) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return Math.floor((x / 2 ** 32) * below)
  }
}

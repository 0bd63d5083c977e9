const MARK = /[._-]/

/** Where a name continues on a second line: after the mark nearest its middle, or there. */
function breakOf(name: string, perLine: number): number {
  const middle = Math.ceil(name.length / 2)
  for (let apart = 0; apart <= perLine - middle; apart++) {
    for (const at of [middle - apart, middle + apart]) {
      if (MARK.test(name.charAt(at - 1))) return at
    }
  }
  return middle
}

/** A username on one line, or on two if it is longer. What doesn't fit on two is cut off. */
export function splitName(name: string, perLine: number): string[] {
  if (name.length <= perLine) return [name]
  if (name.length > 2 * perLine) {
    return [name.slice(0, perLine), `${name.slice(perLine, 2 * perLine - 1)}…`]
  }
  const at = breakOf(name, perLine)
  return [name.slice(0, at), name.slice(at)]
}

const MARK = /[._-]/

/** Where a long name continues on a second line: after a mark, or in the middle. */
function breakOf(name: string, perLine: number): number {
  const middle = Math.ceil(name.length / 2)
  const places = [...name].map((_letter, index) => index).filter((at) => at > 0)
  const fits = places.filter((at) => at <= perLine && name.length - at <= perLine)
  const afterMark = fits.filter((at) => MARK.test(name[at - 1] ?? ''))
  const nearest = (at: number) => Math.abs(at - middle)
  return afterMark.toSorted((a, b) => nearest(a) - nearest(b))[0] ?? Math.min(middle, perLine)
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

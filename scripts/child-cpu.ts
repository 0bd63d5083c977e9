import { readFileSync } from 'node:fs'

// Linux counts in hundredths of a second on every machine.
const TICKS_PER_SECOND = 100
// Fields 16 and 17 of proc_pid_stat(5). The name before field 3 may contain spaces.
const [FIRST, USER, SYSTEM] = [3, 16, 17]

/**
 * The processor time of all our ended children and their children, in seconds; undefined on systems
 * without /proc. Databases run in their own sessions and are not included.
 */
function endedChildrenSeconds(): number | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = [USER, SYSTEM].map((field) => Number(fields[field - FIRST]))
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}

let counted = endedChildrenSeconds() ?? 0

/** The processor time of the child that has just ended. Call it once for each, on exit. */
export function secondsOfEndedChild(): number | undefined {
  const now = endedChildrenSeconds()
  if (now === undefined) return undefined
  const seconds = now - counted
  counted = now
  return seconds
}

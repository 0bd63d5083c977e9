// The heights of the parts of a member's pages when this browser last showed them. A part that
// waits for its content starts at that height, so that nothing below it shifts.

const KEY = 'spots'

/** Heights in CSS pixels, for a window of this width. */
type Memory = { width: number; heights: Record<string, number> }

/** Runs inline before the first paint. Passes the heights to the styles as `--spot-…`. */
export const SPOT_SCRIPT = `(function(){try{var m=JSON.parse(localStorage.getItem('${KEY}'));
if(m.width===innerWidth)for(var n in m.heights)
document.documentElement.style.setProperty('--spot-'+n,m.heights[n]+'px')}catch(e){}})()`

function read(): Memory {
  const none: Memory = { width: window.innerWidth, heights: {} }
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Memory | null // as kept below
    return stored?.width === none.width ? stored : none
  } catch {
    return none
  }
}

/** The height in pixels when this browser last showed the part. */
export const keptHeight = (name: string): number | undefined => read().heights[name]

export function keepHeight(name: string, height: number): void {
  const memory = read()
  if (memory.heights[name] === height) return
  memory.heights[name] = height
  try {
    localStorage.setItem(KEY, JSON.stringify(memory))
  } catch {
    // Without storage, the next visit begins with the usual heights.
  }
}

/** The next member's pages have other heights. */
export function forgetHeights(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored where nothing can be stored.
  }
}

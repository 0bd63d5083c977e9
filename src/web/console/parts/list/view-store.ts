export type SavedView = { name: string; search: string }

const MAX_VIEWS = 12
const keyOf = (operator: string, list: string) => `console-views:${operator}:${list}`

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string'

/** The views that this operator has kept for a list; none where storage is closed or spoiled. */
export function readViews(operator: string, list: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(operator, list)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView).slice(0, MAX_VIEWS) : []
  } catch {
    return []
  }
}

function store(operator: string, list: string, views: SavedView[]): SavedView[] {
  try {
    localStorage.setItem(keyOf(operator, list), JSON.stringify(views))
  } catch {
    // Without storage the view lasts as long as the page.
  }
  return views
}

/** Keeps a view under its name; one of the same name is replaced, the oldest of too many goes. */
export function keepView(operator: string, list: string, view: SavedView): SavedView[] {
  const others = readViews(operator, list).filter(({ name }) => name !== view.name)
  return store(operator, list, [...others, view].slice(-MAX_VIEWS))
}

export function forgetView(operator: string, list: string, name: string): SavedView[] {
  const left = readViews(operator, list).filter((view) => view.name !== name)
  return store(operator, list, left)
}

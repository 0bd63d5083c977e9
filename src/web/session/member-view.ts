// When staff view the product as a member, this tab holds a token that can read but change nothing.
// It exists only in this tab, next to the member's own tokens, which it never touches.

export type MemberView = {
  token: string
  member: string
  operator: string
  /** The console's page to go back to. */
  backTo: string
}

const KEY = 'member_view'

export function storeView(view: MemberView): void {
  sessionStorage.setItem(KEY, JSON.stringify(view))
}

/**
 * This tab's view; null in every other tab. An expired view stays until the server has refused it,
 * so that no page continues as someone else.
 */
export function readView(): MemberView | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    return stored === null ? null : (JSON.parse(stored) as MemberView) // as storeView wrote it
  } catch {
    return null
  }
}

/** Ends the view and returns to the console. @returns false if there was none */
export function endView(): boolean {
  const view = readView()
  if (view === null) return false
  sessionStorage.removeItem(KEY)
  window.location.assign(view.backTo.startsWith('/operator') ? view.backTo : '/operator')
  return true
}

import type { Position } from '../positions.ts'

export type PictureKeys = {
  open: (position: Position) => void
  details: (position: Position) => void
  focus: (position: Position) => void
  back: () => void
  reset: () => void
  zoomBy: (direction: 1 | -1) => void
  fit: () => void
  search: () => void
}

/** The target of an arrow key: up to the parent, down or sideways to the children. */
function stepFrom(position: Position, key: string): Position | null {
  if (key === 'ArrowUp') return position.parent
  if (key === 'ArrowRight') return position.right
  return key === 'ArrowLeft' || key === 'ArrowDown' ? position.left : null
}

/** Handles a key in the picture. Returns whether it has a meaning there. */
export function pressKey(key: string, at: Position, keys: PictureKeys): boolean {
  if (key.startsWith('Arrow')) {
    const next = stepFrom(at, key)
    if (next) keys.focus(next)
    return true
  }
  switch (key) {
    case 'Enter':
      keys.open(at)
      return true
    case ' ':
      keys.details(at)
      return true
    case 'Backspace':
      keys.back()
      return true
    case 'Home':
      keys.reset()
      return true
    case '+':
    case '=':
      keys.zoomBy(1)
      return true
    case '-':
      keys.zoomBy(-1)
      return true
    case '/':
      keys.search()
      return true
    case '0':
      keys.fit()
      return true
    default:
      return false
  }
}

import type { MouseEvent } from 'react'

const stay = (event: MouseEvent) => event.preventDefault()

/**
 * For a button or link that its own press may switch off: unlike a disabled one, it keeps the
 * focus, and it is no stop for those who come later. Spread it last.
 */
export const switchOff = (isOff: boolean) =>
  isOff
    ? ({ 'aria-disabled': true, tabIndex: -1, onClick: stay, style: { opacity: 0.55 } } as const)
    : {}

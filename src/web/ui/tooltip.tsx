import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** 700 ms to open, or at once within 300 ms of another (docs/product.md). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={700} timeout={300}>
      {children}
    </Base.Provider>
  )
}

/** A hint on hover or focus. Never the only place for a piece of information. */
export function Tooltip({ hint, children }: { hint: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} data-hint={hint} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup
            className={
              'max-w-64 rounded-md border border-line bg-raised px-2.5 py-1.5 ' +
              'text-xs text-ink shadow-sheet transition-opacity duration-100 ' +
              'data-ending-style:opacity-0 data-starting-style:opacity-0'
            }
          >
            {hint}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

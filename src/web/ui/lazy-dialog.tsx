'use no memo'

import type { ComponentType } from 'react'
import { lazyPart } from './lazy-part.tsx'

/** A moving bar at the top of the window while a page or a dialog loads. A dialog hides it. */
export const LoadingBar = () => (
  <div
    aria-hidden="true"
    data-loading
    className={
      'fixed inset-x-0 top-0 z-50 h-0.5 animate-appear overflow-hidden print:hidden ' +
      '[body:has([role=dialog])_&]:hidden'
    }
  >
    <div className="h-full w-1/3 animate-sweep bg-accent" />
  </div>
)

/** A lazy part that is a dialog. Until it's there, the bar answers the click that opens it. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ReturnType<typeof lazyPart<Props>> {
  const Part = lazyPart(load)
  return function LazyDialog(props) {
    return (
      <>
        {props.open !== false && <LoadingBar />}
        <Part {...props} />
      </>
    )
  }
}

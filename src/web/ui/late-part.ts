import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { noteReachable } from '../reachable.ts'

/**
 * A part of the page whose code comes after it. One that does not arrive leaves its place to
 * another, to nothing as a rule, and must not take the page with it; the bar above says why.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({
    default: await load().catch(() => {
      noteReachable(false)
      return otherwise
    }),
  }))
}

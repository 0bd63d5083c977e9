'use no memo'

import type { ComponentProps } from 'react'
import { joinClasses } from '../format/join-classes.ts'

/** A framed note next to a form, as its answer: why something doesn’t work now, and what to do. */
export const Caution = ({ className, ...rest }: ComponentProps<'output'>) => (
  <output
    className={joinClasses(
      'block rounded-md border border-warn/50 px-3.5 py-2.5 text-sm text-soft',
      className,
    )}
    {...rest}
  />
)

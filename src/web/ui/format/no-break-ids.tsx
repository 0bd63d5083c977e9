import type { ReactNode } from 'react'

const PROFILE_ID = /([A-Z]{2}-[0-9A-Z]{8})/

/** A sentence in which profile ids don't break at their hyphen. */
export function noBreakIds(text: string): ReactNode {
  return text.split(PROFILE_ID).map((part, index) =>
    // Every second part is a match of the pattern.
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}

import { Fragment } from 'react'
import { joinClasses } from './join-classes.ts'

/** Four letters each, but the last four stay together: `TQ5N 3Pkq … D2 fGhJ`. */
function groupsOf(value: string): { text: string; marked: boolean }[] {
  const middle = value.slice(4, -4).match(/.{1,4}/g) ?? []
  return [
    { text: value.slice(0, 4), marked: true },
    ...middle.map((text) => ({ text, marked: false })),
    { text: value.slice(-4), marked: true },
  ]
}

/**
 * A wallet address in groups of four, with the first and last four highlighted, because careful
 * payers compare those. Screen readers get it in one piece, and so does the clipboard: a click
 * selects all of it, and the gaps between the groups are no text.
 */
export function Address({ value }: { value: string }) {
  return (
    <span className="figures font-medium text-soft">
      <span className="sr-only select-none">{value}</span>
      <span aria-hidden="true" className="-me-2 inline-block align-top select-all">
        {groupsOf(value).map(({ text, marked }, index) => (
          <Fragment key={index}>
            <span className={joinClasses('me-2 whitespace-nowrap', marked && 'font-bold text-ink')}>
              {text}
            </span>
            <wbr />
          </Fragment>
        ))}
      </span>
    </span>
  )
}

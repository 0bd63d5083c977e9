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
 * payers compare those. Screen readers and the clipboard get it in one piece.
 */
export function Address({ value }: { value: string }) {
  return (
    <span className="figures font-medium text-soft">
      <span className="sr-only">{value}</span>
      <span aria-hidden="true" className="inline-flex flex-wrap gap-x-2">
        {groupsOf(value).map((group, index) => (
          <span key={index} className={group.marked ? 'font-bold text-ink' : undefined}>
            {group.text}
          </span>
        ))}
      </span>
    </span>
  )
}

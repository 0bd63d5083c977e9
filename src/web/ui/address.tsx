/**
 * A wallet address in groups of four, its first and last four marked: these are what a careful
 * payer compares. Readers and the clipboard get it in one piece.
 */
export function Address({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? []
  const tailFrom = value.length - 4
  return (
    <span className="figures font-medium break-words text-soft">
      <span className="sr-only">{value}</span>
      <span aria-hidden="true" className="flex flex-wrap gap-x-2">
        {groups.map((group, index) => (
          <span key={index * 4}>
            {Array.from(group, (letter, place) => {
              const at = index * 4 + place
              const marked = at < 4 || at >= tailFrom
              return (
                <span key={at} className={marked ? 'font-bold text-ink' : undefined}>
                  {letter}
                </span>
              )
            })}
          </span>
        ))}
      </span>
    </span>
  )
}

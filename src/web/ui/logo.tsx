'use no memo'

/**
 * The mark: a sheet folded in two. The left half is in the light and the right one in the shade,
 * and the crease between them is the product's axis: left and right, debit and credit. It's drawn
 * in `public/icons.svg`, where a brand puts its own.
 */
export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href="/icons.svg#mark" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="text-[1.1875rem] font-semibold tracking-[-0.03em]">Twofold</span>
    </span>
  )
}

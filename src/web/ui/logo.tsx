'use no memo'

/**
 * The mark: one sheet, folded in two. The left leaf catches the light, the right one lies in
 * shade, and the crease between them is the axis of everything here: left and right, debit and
 * credit.
 */
export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path className="fill-accent" d="M3 6.5 14.9 11.2V29.5L3 24.8z" />
      <path className="fill-accent opacity-55" d="M29 6.5 17.1 11.2V29.5L29 24.8z" />
      <path className="fill-ink" d="m16 8.4 8.6-3.4L16 1.6 7.4 5z" />
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

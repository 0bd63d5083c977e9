/** Keys to press one after another, separated by a space. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="flex shrink-0 gap-1 font-sans text-sm text-soft pointer-coarse:hidden">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="min-w-6 rounded-sm border border-line bg-ground px-1.5 text-center"
        >
          {key}
        </kbd>
      ))}
    </kbd>
  )
}

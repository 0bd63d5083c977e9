import { useSingleKeys } from '../../../client/single-keys.ts'

/** The keyboard shortcuts here; nothing when they are off. */
export function KeyHints({ keys }: { keys: Record<string, string> }) {
  if (!useSingleKeys()) return null
  return (
    <ul
      className={
        'mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-faint ' +
        'pointer-coarse:hidden print:hidden'
      }
    >
      {Object.entries(keys).map(([key, what]) => (
        <li key={key}>
          <kbd className="rounded-sm border border-edge/60 px-1.5 text-soft">{key}</kbd> {what}
        </li>
      ))}
    </ul>
  )
}

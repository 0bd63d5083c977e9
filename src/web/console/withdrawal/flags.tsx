import type { Flag } from './queries.ts'
const WORDS: Record<Flag, { short: string; why: string }> = {
  new_address: { short: 'New address', why: 'The wallet address was changed recently.' },
  first_withdrawal: { short: 'First', why: 'This is the member’s first payout.' },
  shared_address: { short: 'Shared address', why: 'Other members are paid to the same address.' },
  velocity: { short: 'Velocity', why: 'Unusually many withdrawals in a short time.' },
  on_hold: {
    short: 'On hold',
    why: 'On hold after a security change. The hold can’t be shortened.',
  },
}

/** What asks for a closer look, in short. */
export function Flags({ flags }: { flags: Flag[] }) {
  if (flags.length === 0) return <span className="text-xs text-faint">none</span>
  return (
    <ul aria-label="Flags" className="flex flex-wrap gap-1">
      {flags.map((flag) => (
        <li
          key={flag}
          title={WORDS[flag].why}
          className="rounded-sm border border-warn/45 px-1.5 text-2xs font-medium text-warn"
        >
          {WORDS[flag].short}
        </li>
      ))}
    </ul>
  )
}

/** The same with what each one means. */
export function ExplainedFlags({ flags }: { flags: Flag[] }) {
  if (flags.length === 0) return null
  return (
    <ul aria-label="Flags" className="grid gap-1.5 rounded-md border border-warn/45 px-3 py-2">
      {flags.map((flag) => (
        <li key={flag} className="text-[0.8125rem]">
          <span className="font-medium text-warn">{WORDS[flag].short}.</span> {WORDS[flag].why}
        </li>
      ))}
    </ul>
  )
}

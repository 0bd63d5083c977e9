import { t } from '@lingui/core/macro'
import { Link } from 'react-router'
import { wordsOf } from '../list/filter.ts'

type StatusSwitchProps = {
  /** What they are the states of, such as `messages`. */
  of: string
  choices: string[]
  current: string
}

/** Chooses the part of a queue to show. The address holds the choice. */
export function StatusSwitch({ of, choices, current }: StatusSwitchProps) {
  return (
    <nav aria-label={t`Filter`} className="flex rounded-md border border-edge/60 p-0.5 text-sm">
      {choices.map((choice) => (
        <Link
          key={choice}
          to={{ search: `?status=${choice}` }}
          aria-current={choice === current ? 'page' : undefined}
          className={
            'flex h-8 items-center rounded-sm px-3 text-soft hover:text-ink pointer-coarse:h-11 ' +
            'aria-[current=page]:bg-raised aria-[current=page]:font-medium ' +
            'aria-[current=page]:text-ink'
          }
        >
          {wordsOf(choice, of)}
        </Link>
      ))}
    </nav>
  )
}

import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Link } from 'react-router'
import type { TreeHistory } from './use-tree-history.ts'
import { VIEWS } from './views.ts'

const NAMES = {
  picture: msg`Picture`,
  outline: msg`Outline`,
  table: msg`Table`,
  overview: msg`Overview`,
}

/**
 * The same position in another view. These are links, so each view has an address and Back works.
 */
export function ViewSwitch({ history }: { history: TreeHistory }) {
  return (
    <nav aria-label={t`View`} className="flex gap-1 rounded-md border border-line bg-sheet p-1">
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={history.linkTo({ view })}
          state={history.state}
          preventScrollReset
          aria-current={history.view === view ? 'page' : undefined}
          className={
            'grid h-9 flex-1 place-items-center rounded-sm px-1.5 text-sm font-medium text-soft ' +
            'hover:bg-raised hover:text-ink xs:px-2.5 aria-[current=page]:bg-raised ' +
            'aria-[current=page]:text-ink pointer-coarse:h-11'
          }
        >
          {i18n._(NAMES[view])}
        </Link>
      ))}
    </nav>
  )
}

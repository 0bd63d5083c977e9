import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { ChangeDialog } from '../change-dialog.tsx'
import { ViewForm } from './view-form.tsx'
import { useViews, viewSearch, type SavedView } from './use-views.ts'

/** Filters with a name, kept in the operator's account for this list. */
export function SavedViews({ list }: { list: string }) {
  const { pathname, search } = useLocation()
  const views = useViews(list)
  const [edited, setEdited] = useState<SavedView | null>(null)
  const shown = viewSearch(search)
  if (views.length === 0) return null
  return (
    <div className="flex w-full flex-wrap items-center gap-1.5 text-sm">
      {views.map((view) => (
        <Chip
          key={view.id}
          view={view}
          to={`${pathname}${view.search}`}
          current={view.search === shown}
          onEdit={() => setEdited(view)}
        />
      ))}
      <ChangeDialog open={edited !== null} onClose={() => setEdited(null)} title={t`Edit view`}>
        {edited && (
          <ViewForm key={edited.id} view={edited} search={shown} onDone={() => setEdited(null)} />
        )}
      </ChangeDialog>
    </div>
  )
}

type ChipProps = { view: SavedView; to: string; current: boolean; onEdit: () => void }

function Chip({ view, to, current, onEdit }: ChipProps) {
  return (
    <span
      className={
        'inline-flex h-9 items-center rounded-md border border-line bg-sheet ' +
        'has-aria-[current=page]:border-soft'
      }
    >
      <Link
        to={to}
        aria-current={current ? 'page' : undefined}
        className={'flex h-full items-center px-2.5 text-soft aria-[current=page]:text-ink'}
      >
        {view.name}
        {view.is_default && (
          <span className="ms-1.5 text-xs text-faint">
            <Trans>default</Trans>
          </span>
        )}
      </Link>
      <button
        type="button"
        aria-label={t`Edit view ${view.name}`}
        onClick={onEdit}
        className="grid size-8 place-items-center rounded-md text-faint hover:text-ink"
      >
        <Icon name="edit" className="size-4" />
      </button>
    </span>
  )
}

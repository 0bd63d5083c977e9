import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { filled } from '../../../ui/form/required-text.ts'
import { useFields } from '../../../ui/form/use-fields.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useOperator } from '../../session/operator-session.ts'
import { forgetView, keepView, readViews, type SavedView } from './view-store.ts'

/** Filters with a name, kept in this browser for this operator and this list. */
export function SavedViews({ list }: { list: string }) {
  const { username } = useOperator()
  const { pathname, search } = useLocation()
  const [views, setViews] = useState(() => readViews(username, list))
  const [naming, setNaming] = useState(false)
  const isKept = views.some((view) => view.search === search)
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-sm">
      {views.map((view) => (
        <Chip
          key={view.name}
          view={view}
          to={`${pathname}${view.search}`}
          current={view.search === search}
          onForget={() => setViews(forgetView(username, list, view.name))}
        />
      ))}
      {search && !isKept && (
        <Button size="small" kind="quiet" icon="plus" onClick={() => setNaming(true)}>
          <Trans>Save view</Trans>
        </Button>
      )}
      <Dialog open={naming} onClose={() => setNaming(false)} title={t`Save view`}>
        <NameForm
          onNamed={(name) => {
            setViews(keepView(username, list, { name, search }))
            setNaming(false)
          }}
        />
      </Dialog>
    </div>
  )
}

function NameForm({ onNamed }: { onNamed: (name: string) => void }) {
  const { field, handleSubmit } = useFields<{ name: string }>()
  const submit = handleSubmit(({ name }) => onNamed(name.trim()))
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label={t`Name`} maxLength={40} required {...field('name', filled(t`Enter a name.`))} />
      <Button kind="primary" type="submit" wide>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

type ChipProps = { view: SavedView; to: string; current: boolean; onForget: () => void }

function Chip({ view, to, current, onForget }: ChipProps) {
  return (
    <span className="inline-flex h-9 items-center rounded-md border border-line bg-sheet">
      <Link
        to={to}
        aria-current={current ? 'page' : undefined}
        className={'flex h-full items-center px-2.5 text-soft aria-[current=page]:text-ink'}
      >
        {view.name}
      </Link>
      <button
        type="button"
        aria-label={t`Forget view ${view.name}`}
        onClick={onForget}
        className="grid size-8 place-items-center rounded-md text-faint hover:text-ink"
      >
        <Icon name="close" className="size-4" />
      </button>
    </span>
  )
}

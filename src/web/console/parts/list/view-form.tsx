import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { viewNameLength } from '../../../../contract/fields/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/form/check-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { filled } from '../../../ui/form/required-text.ts'
import { useFields } from '../../../ui/form/use-fields.ts'
import { useChange } from '../../session/use-change.ts'
import type { SavedView } from './use-views.ts'

const NameField = (props: Omit<ComponentProps<typeof Field>, 'label'>) => (
  <Field label={t`Name`} maxLength={viewNameLength.max} required {...props} />
)

type NewViewFormProps = { list: string; search: string; onDone: () => void }

/** Saves the current filters under a name. */
export function NewViewForm({ list, search, onDone }: NewViewFormProps) {
  const { field, handleSubmit, showErrors } = useFields<{ name: string }>()
  const add = useChange('addSavedView', { done: t`Saved.`, onDone, showFailure: showErrors })
  const submit = handleSubmit(({ name }) => add.mutate({ body: { list, search, name } }))
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <NameField {...field('name', filled(t`Enter a name.`))} />
      <Button kind="primary" type="submit" pending={add.isPending} wide>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

type ViewFormProps = { view: SavedView; search: string; onDone: () => void }

/** Renames a view, makes it the list's default, changes its filters, or deletes it. */
export function ViewForm({ view, search, onDone }: ViewFormProps) {
  const params = { id: view.id }
  const { field, register, handleSubmit, showErrors } = useFields({
    name: view.name,
    isDefault: view.is_default,
  })
  const change = useChange('changeSavedView', { done: t`Saved.`, onDone, showFailure: showErrors })
  const remove = useChange('removeSavedView', { done: t`The view was deleted.`, onDone })
  const submit = handleSubmit(({ name, isDefault }) =>
    change.mutate({ params, body: { name, is_default: isDefault } }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <NameField {...field('name', filled(t`Enter a name.`))} />
      <CheckField label={t`Open the list with this view`} {...register('isDefault')} />
      <Button kind="primary" type="submit" pending={change.isPending} wide>
        <Trans>Save</Trans>
      </Button>
      {search !== view.search && (
        <Button wide onClick={() => change.mutate({ params, body: { search } })}>
          <Trans>Use the filters shown now</Trans>
        </Button>
      )}
      <Button
        kind="danger"
        wide
        pending={remove.isPending}
        onClick={() => remove.mutate({ params })}
      >
        <Trans>Delete view</Trans>
      </Button>
    </form>
  )
}

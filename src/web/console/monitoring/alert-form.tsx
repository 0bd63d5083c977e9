import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isGuardedAlert } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { changedFields } from '../../ui/form/changed-fields.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { useChange } from '../session/use-change.ts'
import { unitText, type Alert } from './alert-columns.tsx'

/** Changes an alert's limit, or turns it off. */
export function AlertForm({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { enabled, limit } = alert
  const [start] = useState({ enabled, limit })
  const { field, handleSubmit, showErrors } = useFields(start)
  const change = useChange('changeAlert', {
    done: ({ pending }) =>
      pending ? t`Waiting for another admin to save the same values.` : t`Changed.`,
    onDone: onClose,
    showFailure: showErrors,
  })
  const submit = handleSubmit((asked) => {
    const body = changedFields({ ...asked, limit: asked.limit.trim() }, start)
    change.mutate({ params: { name: alert.name }, body })
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={
          alert.alarms === 'above'
            ? t`Limit (${unitText(alert.unit)}); alerts above it`
            : t`Limit (${unitText(alert.unit)}); alerts below it`
        }
        inputMode="decimal"
        {...field('limit')}
      />
      <CheckField
        label={t`Send alerts`}
        hint={
          isGuardedAlert(alert.name)
            ? t`A second admin has to approve turning it off or changing its limit.`
            : t`When off, nobody gets an email.`
        }
        {...field('enabled')}
      />
      <Button kind="primary" type="submit" pending={change.isPending} wide>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

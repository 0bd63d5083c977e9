import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { operatorRoles } from '../../../contract/roles.ts'
import { usernameLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { choicesOf } from '../parts/list/filter.ts'
import { useDraft } from '../session/use-draft.ts'
import { useChange } from '../session/use-change.ts'

type Form = { name: string; role: 'support' | 'finance' | 'admin'; days: string }

const NEW: Form = { name: '', role: 'support', days: '90' }

/** Adds a key for a program. */
export function AddKeyForm({ onAdded }: { onAdded: (secret: string) => void }) {
  const { start, keep, onSent } = useDraft('api key', NEW)
  const { field, getValues, handleSubmit, showErrors } = useFields<Form>(start)
  const add = useChange('addApiKey', {
    done: t`Key added.`,
    onDone: ({ secret }) => {
      onSent()
      onAdded(secret)
    },
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ name, role, days }) =>
    add.mutate({ body: { name, role, days: Number(days) } }),
  )
  return (
    <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-4">
      <Field
        label={t`Name`}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={usernameLength.max}
        hint={t`What it is for. The audit log shows it.`}
        {...field('name', { required: t`Enter a name.` })}
      />
      <SelectField
        label={t`Role`}
        choices={choicesOf(operatorRoles)}
        hint={
          <Trans>
            Support reads and answers members. Finance also checks the ledger. Admin also suspends
            members.
          </Trans>
        }
        {...field('role')}
      />
      <SelectField
        label={t`Expires`}
        choices={[
          { value: '30', label: t`In 30 days` },
          { value: '90', label: t`In 90 days` },
          { value: '365', label: t`In a year` },
        ]}
        {...field('days')}
      />
      <Button kind="primary" type="submit" pending={add.isPending} wide>
        <Trans>Add key</Trans>
      </Button>
    </form>
  )
}

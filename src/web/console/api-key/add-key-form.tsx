import { usernameLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { useChange } from '../session/use-change.ts'

type Form = { name: string; role: 'support' | 'finance' | 'admin'; days: string }

/** Adds a key for a program. */
export function AddKeyForm({ onAdded }: { onAdded: (secret: string) => void }) {
  const { field, handleSubmit, showErrors } = useFields<Form>({
    name: '',
    role: 'support',
    days: '90',
  })
  const add = useChange('addApiKey', {
    done: 'Key added.',
    onDone: ({ secret }) => onAdded(secret),
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ name, role, days }) =>
    add.mutate({ body: { name, role, days: Number(days) } }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Name"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={usernameLength.max}
        hint="What it is for. The audit log shows it."
        {...field('name', { required: 'Enter a name.' })}
      />
      <SelectField
        label="Role"
        choices={[
          { value: 'support', label: 'Support: reads, answers members' },
          { value: 'finance', label: 'Finance: also checks the ledger' },
          { value: 'admin', label: 'Admin: also suspends members' },
        ]}
        {...field('role')}
      />
      <SelectField
        label="Expires"
        choices={[
          { value: '30', label: 'In 30 days' },
          { value: '90', label: 'In 90 days' },
          { value: '365', label: 'In a year' },
        ]}
        {...field('days')}
      />
      <Button kind="primary" type="submit" pending={add.isPending} wide>
        Add key
      </Button>
    </form>
  )
}

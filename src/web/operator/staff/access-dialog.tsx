import { useForm } from 'react-hook-form'
import type { CallInput } from '../../../contract/call.ts'
import { usernameLength } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ReasonField, reasonRules } from '../object/reason-field.tsx'
import { useChange } from '../use-change.ts'
import { SelectField } from './select-field.tsx'

type Body = CallInput<'requestAccessChange'>['body']
export type Wanted = { kind: Body['kind']; username: string }

const TITLES: Record<Wanted['kind'], string> = {
  add: 'Add an operator',
  role: 'Change the role',
  reset: 'Reset the access',
  disable: 'Disable an operator',
}

const WHAT: Record<Wanted['kind'], string> = {
  add: 'They get a one-time password from the admin who approves.',
  role: 'It counts at once when a second admin approves.',
  reset: 'Password and second factor start anew; all sessions end.',
  disable: 'All sessions end and nobody signs in under this name any more.',
}

type AccessDialogProps = { wanted: Wanted | null; onClose: () => void }

/** Asks for a change of somebody's rights. */
export function AccessDialog({ wanted, onClose }: AccessDialogProps) {
  return (
    <Dialog
      open={wanted !== null}
      onClose={onClose}
      title={TITLES[wanted?.kind ?? 'add']}
      description={WHAT[wanted?.kind ?? 'add']}
    >
      {wanted && <AccessForm wanted={wanted} onClose={onClose} />}
    </Dialog>
  )
}

type Form = { username: string; role: 'support' | 'finance' | 'admin'; reason: string }

function AccessForm({ wanted, onClose }: { wanted: Wanted; onClose: () => void }) {
  const { kind } = wanted
  const wantsRole = kind === 'add' || kind === 'role'
  const { register, handleSubmit, formState } = useForm<Form>({
    defaultValues: { username: wanted.username, role: 'support', reason: '' },
  })
  const request = useChange('requestAccessChange', {
    done: 'Asked for. A second admin finds it under Approvals.',
    onDone: onClose,
  })
  const submit = handleSubmit(({ username, role, reason }) =>
    request.mutate({ body: { kind, username, reason, ...(wantsRole ? { role } : {}) } }),
  )
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label="Username"
        readOnly={kind !== 'add'}
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.username?.message}
        {...register('username', {
          minLength: { value: usernameLength.min, message: 'Enter a username.' },
          required: 'Enter a username.',
        })}
      />
      {wantsRole && (
        <SelectField
          label="Role"
          choices={[
            { value: 'support', label: 'Support: reads, answers people' },
            { value: 'finance', label: 'Finance: also decides about money' },
            { value: 'admin', label: 'Admin: also people, plans and rights' },
          ]}
          {...register('role')}
        />
      )}
      <ReasonField error={formState.errors.reason?.message} {...register('reason', reasonRules)} />
      <Button kind="primary" type="submit" pending={request.isPending} wide>
        Ask for it
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallAnswer, CallInput } from '../../../contract/call.ts'
import { usernameLength } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { ReasonField, reasonRules } from '../parts/reason-field.tsx'
import { useChange } from '../session/use-change.ts'
import { halfTitle, PasswordHalf } from './password-half.tsx'
import { SelectField } from '../parts/list/select-field.tsx'

type Body = CallInput<'requestAccessChange'>['body']
export type Wanted = { kind: Body['kind']; username: string }

const TITLES: Record<Wanted['kind'], string> = {
  add: 'Add an operator',
  role: 'Change the role',
  reset: 'Reset the access',
  disable: 'Disable an operator',
}

const WHAT: Record<Wanted['kind'], string> = {
  add: 'You are shown one half of their first password, the admin who approves the other.',
  role: 'It counts at once when a second admin approves.',
  reset:
    'Password and second factor start anew; all sessions end. You are shown one half of the ' +
    'new password, the admin who approves the other.',
  disable: 'All sessions end and nobody signs in under this name any more.',
}

type AccessDialogProps = { wanted: Wanted | null; onClose: () => void }

/** Asks for a change of somebody's rights, and shows what whoever asks has to hand over. */
export function AccessDialog({ wanted, onClose }: AccessDialogProps) {
  const [first, setFirst] = useState<{ half: string; username: string } | null>(null)
  const close = () => {
    setFirst(null)
    onClose()
  }
  const kind = wanted?.kind ?? 'add'
  return (
    <Dialog
      open={wanted !== null}
      onClose={close}
      title={first ? halfTitle('first') : TITLES[kind]}
      description={
        first ? 'It signs nobody in by itself. The request waits for another admin.' : WHAT[kind]
      }
    >
      {first && <PasswordHalf which="first" {...first} />}
      {wanted && !first && (
        <AccessForm
          wanted={wanted}
          onDone={({ first_password_half: half, username }) =>
            half === null ? close() : setFirst({ half, username })
          }
        />
      )}
    </Dialog>
  )
}

type Form = { username: string; role: 'support' | 'finance' | 'admin'; reason: string }

type AccessFormProps = {
  wanted: Wanted
  onDone: (asked: CallAnswer<'requestAccessChange'>) => void
}

function AccessForm({ wanted, onDone }: AccessFormProps) {
  const { kind } = wanted
  const wantsRole = kind === 'add' || kind === 'role'
  const { register, handleSubmit, formState } = useForm<Form>({
    defaultValues: { username: wanted.username, role: 'support', reason: '' },
  })
  const request = useChange('requestAccessChange', {
    done: 'Requested. A second admin finds it under Approvals.',
    onDone,
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
        Send request
      </Button>
    </form>
  )
}

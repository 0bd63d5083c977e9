import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { operatorRoles } from '../../../contract/roles.ts'
import type { CallAnswer, CallInput } from '../../../contract/call.ts'
import { usernameLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { choicesOf } from '../parts/list/filter.ts'
import { ReasonField, reasonRules } from '../parts/reason-field.tsx'
import { useDraft } from '../session/use-draft.ts'
import { useChange } from '../session/use-change.ts'
import { halfTitle, PasswordHalf } from './password-half.tsx'

type Body = CallInput<'requestAccessChange'>['body']
export type Wanted = { kind: Body['kind']; username: string }

const TITLES: Record<Wanted['kind'], string> = {
  add: t`Add an operator`,
  role: t`Change the role`,
  reset: t`Reset the access`,
  disable: t`Disable an operator`,
}

const WHAT: Record<Wanted['kind'], string> = {
  add: t`You see one half of their temporary password. The admin who approves sees the other.`,
  role: t`Takes effect as soon as a second admin approves.`,
  reset: t`Resets password and second factor. You and the approving admin each see one half.`,
  disable: t`Ends all sessions and blocks this username from signing in.`,
}

type AccessDialogProps = { wanted: Wanted | null; onClose: () => void }

/** Requests an access change, and shows the requester's half of a password to hand over. */
export function AccessDialog({ wanted, onClose }: AccessDialogProps) {
  const [shown, setShown] = useState<{ half: string; username: string; of: Wanted } | null>(null)
  const first = shown?.of === wanted ? shown : null
  const close = () => {
    setShown(null)
    onClose()
  }
  const kind = wanted?.kind ?? 'add'
  return (
    <ChangeDialog
      open={wanted !== null}
      onClose={close}
      title={first ? halfTitle('first') : TITLES[kind]}
      description={
        first ? t`It doesn’t sign anyone in. The request waits for another admin.` : WHAT[kind]
      }
    >
      {first && <PasswordHalf which="first" half={first.half} username={first.username} />}
      {wanted && !first && (
        <AccessForm
          wanted={wanted}
          onDone={({ first_password_half: half, username }) =>
            half === null ? close() : setShown({ half, username, of: wanted })
          }
        />
      )}
    </ChangeDialog>
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
  const saved: Form = { username: wanted.username, role: 'support', reason: '' }
  const { start, keep, onSent } = useDraft(`access ${kind} ${wanted.username}`, saved)
  const { field, getValues, handleSubmit, showErrors } = useFields<Form>(start)
  const request = useChange('requestAccessChange', {
    done: t`Requested. A second admin finds it under Approvals.`,
    onDone: (asked) => {
      onSent()
      onDone(asked)
    },
    showFailure: showErrors,
  })
  const submit = handleSubmit(({ username, role, reason }) =>
    request.mutate({ body: { kind, username, reason, ...(wantsRole ? { role } : {}) } }),
  )
  return (
    <form onSubmit={submit} onChange={() => keep(getValues())} noValidate className="grid gap-4">
      <Field
        label={t`Username`}
        readOnly={kind !== 'add'}
        autoCapitalize="none"
        spellCheck={false}
        {...field('username', {
          minLength: { value: usernameLength.min, message: t`Enter a username.` },
          required: t`Enter a username.`,
        })}
      />
      {wantsRole && (
        <SelectField
          label={t`Role`}
          choices={choicesOf(operatorRoles)}
          hint={
            <Trans>
              Support reads and answers members. Finance also approves money. Admins also manage
              staff, plans, and access.
            </Trans>
          }
          {...field('role')}
        />
      )}
      <ReasonField {...field('reason', reasonRules)} />
      <Button kind="primary" type="submit" pending={request.isPending} wide>
        <Trans>Send request</Trans>
      </Button>
    </form>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { paths } from '../parts/console-paths.ts'
import { SecretShown } from '../parts/secret-shown.tsx'
import { useChange } from '../session/use-change.ts'
import type { Webhook } from './queries.ts'
import { ReplayForm } from './replay-form.tsx'
import { EditForm } from './webhook-form.tsx'

type Asked = 'edit' | 'replay' | 'roll' | 'enable' | 'disable' | 'remove'

/** The actions for an endpoint. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const test = useChange('testWebhook', { done: t`Test event queued.` })
  const close = () => setAsked(null)
  const params = { id: webhook.id }
  return (
    <>
      <Button
        size="small"
        kind="primary"
        disabled={!webhook.enabled}
        pending={test.isPending}
        onClick={() => test.mutate({ params })}
      >
        <Trans>Send test event</Trans>
      </Button>
      <Button size="small" disabled={!webhook.enabled} onClick={() => setAsked('replay')}>
        <Trans>Resend failed events</Trans>
      </Button>
      <Button size="small" onClick={() => setAsked('edit')}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="small" onClick={() => setAsked('roll')}>
        <Trans>Roll secret</Trans>
      </Button>
      <Button size="small" onClick={() => setAsked(webhook.enabled ? 'disable' : 'enable')}>
        {webhook.enabled ? t`Disable` : t`Enable`}
      </Button>
      <Button size="small" kind="danger" onClick={() => setAsked('remove')}>
        <Trans>Remove</Trans>
      </Button>
      <ChangeDialog open={asked === 'edit'} onClose={close} title={t`Edit the webhook`} wide>
        <EditForm webhook={webhook} onDone={close} />
      </ChangeDialog>
      <ChangeDialog
        open={asked === 'replay'}
        onClose={close}
        title={t`Resend failed events`}
        description={t`Events that this endpoint hasn’t received, oldest first.`}
      >
        <ReplayForm webhook={webhook} onDone={close} />
      </ChangeDialog>
      <ChangeDialog open={asked === 'roll'} onClose={close} title={t`Roll the secret`}>
        <Roll id={webhook.id} />
      </ChangeDialog>
      <Disable webhook={webhook} open={asked === 'disable'} onClose={close} />
      <Enable webhook={webhook} open={asked === 'enable'} onClose={close} />
      <Remove webhook={webhook} open={asked === 'remove'} onClose={close} />
    </>
  )
}

function Roll({ id }: { id: string }) {
  const [secret, setSecret] = useState<string | null>(null)
  const roll = useChange('rollWebhookSecret', {
    done: t`Secret rolled.`,
    onDone: (rolled) => setSecret(rolled.secret),
  })
  if (secret !== null) {
    return (
      <SecretShown
        secret={secret}
        label={t`Copy the secret`}
        note={t`We show it only now. The old secret works for another 24 hours.`}
      />
    )
  }
  return (
    <Confirm
      text={t`You get a new secret. For 24 hours, we sign with both.`}
      action={t`Roll secret`}
      pending={roll.isPending}
      onConfirm={() => roll.mutate({ params: { id } })}
    />
  )
}

type DialogProps = { webhook: Webhook; open: boolean; onClose: () => void }

function Disable({ webhook: { id }, open, onClose }: DialogProps) {
  const change = useChange('changeWebhook', { done: t`Webhook disabled.`, onDone: onClose })
  return (
    <ChangeDialog open={open} onClose={onClose} title={t`Disable webhook`}>
      <Confirm
        text={t`It gets no new events until you enable it. We keep those that are waiting now.`}
        action={t`Disable`}
        pending={change.isPending}
        onConfirm={() => change.mutate({ params: { id }, body: { enabled: false } })}
      />
    </ChangeDialog>
  )
}

function Enable({ webhook: { id }, open, onClose }: DialogProps) {
  const change = useChange('changeWebhook', { done: t`Webhook enabled.`, onDone: onClose })
  return (
    <ChangeDialog open={open} onClose={onClose} title={t`Enable webhook`}>
      <Confirm
        text={t`It gets the events that are waiting and all new ones.`}
        action={t`Enable`}
        pending={change.isPending}
        onConfirm={() => change.mutate({ params: { id }, body: { enabled: true } })}
      />
    </ChangeDialog>
  )
}

function Remove({ webhook, open, onClose }: DialogProps) {
  const navigate = useNavigate()
  const remove = useChange('removeWebhook', {
    done: t`Webhook removed.`,
    onDone: () => void navigate(paths.webhooks()),
  })
  return (
    <ChangeDialog open={open} onClose={onClose} title={t`Remove webhook`}>
      <Confirm
        text={t`It gets no more events. We delete its delivery log within 30 days.`}
        action={t`Remove`}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: webhook.id } })}
      />
    </ChangeDialog>
  )
}

type ConfirmProps = {
  text: ReactNode
  action: string
  danger?: boolean
  pending: boolean
  onConfirm: () => void
}

const Confirm = ({ text, action, danger = false, pending, onConfirm }: ConfirmProps) => (
  <div className="grid gap-4">
    <p className="text-sm text-soft">{text}</p>
    <Button kind={danger ? 'danger' : 'primary'} pending={pending} wide onClick={onConfirm}>
      {action}
    </Button>
  </div>
)

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNow } from '../../client/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/details.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useMay } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'
import { useNewerVersion, type Draft } from './queries.ts'
import { ProposeDialog } from './propose-dialog.tsx'
import { brokenRule } from './terms.ts'

/** The next steps: one admin proposes, another approves, and it is published at its time. */
export function DraftSteps({ draft }: { draft: Draft }) {
  const isAdmin = useMay('proposeCatalogDraft')
  if (draft.state === 'published') {
    return (
      <p className="text-sm">
        <Trans>It is version {draft.version} of the catalog.</Trans>
      </p>
    )
  }
  if (draft.state === 'discarded')
    return (
      <p className="text-sm text-faint">
        <Trans>This draft was discarded.</Trans>
      </p>
    )
  if (draft.state === 'approved') {
    return (
      <div className="grid gap-2">
        <p className="text-sm">
          <Trans>
            Approved. It is in force from {dateTimeText(draft.starts_at ?? draft.changed_at)}.
          </Trans>
        </p>
        {isAdmin && <ReturnToDraft id={draft.id} />}
      </div>
    )
  }
  if (!isAdmin)
    return (
      <p className="text-sm text-faint">
        <Trans>Only admins can approve catalogs.</Trans>
      </p>
    )
  return draft.state === 'proposed' ? <Decide draft={draft} /> : <Propose draft={draft} />
}

function Propose({ draft }: { draft: Draft }) {
  const [open, setOpen] = useState(false)
  const newer = useNewerVersion(draft)
  const outdated = newer && t`Version ${newer} is in force. Review this draft and save it again.`
  const broken = brokenRule(draft) ?? outdated
  return (
    <div className="grid gap-2">
      {broken ? (
        <p className="text-sm text-bad">{broken}</p>
      ) : (
        <p className="text-sm text-soft">
          <Trans>Propose the saved draft. Another admin must approve it.</Trans>
        </p>
      )}
      <Button kind="primary" disabled={broken !== null} onClick={() => setOpen(true)}>
        <Trans>Propose</Trans>
      </Button>
      <Discard draft={draft} />
      <ProposeDialog draft={draft} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

type AskFirstProps = {
  draft: Draft
  /** What the button does, as a verb. */
  action: string
  danger?: boolean
  title: string
  description: string
  pending: boolean
  /** Decides, and closes the dialog once that is done. */
  onConfirm: (then: { onSuccess: () => void }) => void
}

/** A button, and the dialog that asks before it decides on a draft. */
function AskFirst({ draft, onConfirm, ...rest }: AskFirstProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { note, starts_at: startsAt, proposed_by: proposedBy } = draft
  const details = {
    ...(note && { [t`Note`]: note }),
    ...(startsAt && { [t`In force from`]: dateTimeText(startsAt) }),
    ...(proposedBy && { [t`Proposed by`]: proposedBy }),
  }
  return (
    <>
      <Button kind={rest.danger ? 'danger' : 'primary'} onClick={() => setOpen(true)}>
        {rest.action}
      </Button>
      <ConfirmDialog
        {...rest}
        open={open}
        onClose={close}
        onConfirm={() => onConfirm({ onSuccess: close })}
      >
        <DetailList details={details} />
      </ConfirmDialog>
    </>
  )
}

function Discard({ draft }: { draft: Draft }) {
  const discard = useChange('discardCatalogDraft', { done: t`Discarded.` })
  return (
    <AskFirst
      draft={draft}
      action={t`Discard`}
      danger
      title={t`Discard this draft`}
      description={t`Nobody can propose it anymore. You can’t undo this.`}
      pending={discard.isPending}
      onConfirm={(then) => discard.mutate({ params: { id: draft.id } }, then)}
    />
  )
}

function Decide({ draft }: { draft: Draft }) {
  const { username } = useOperator()
  const startsAt = draft.starts_at ?? draft.changed_at
  const isDue = useNow() >= Date.parse(startsAt)
  const proposed = draft.proposed_by === username
  const isOwn = proposed || draft.changed_by === username
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft">
        <Trans>To be in force from {dateTimeText(startsAt)}.</Trans>
      </p>
      {isDue && (
        <p className="text-sm text-warn">
          <Trans>That time has passed. Once approved, it takes effect immediately.</Trans>
        </p>
      )}
      {isOwn ? (
        <p className="text-sm text-soft">
          <Trans>
            {proposed ? t`You proposed it.` : t`You edited it.`} Needs another admin’s approval.
          </Trans>
        </p>
      ) : (
        <Approve draft={draft} isDue={isDue} />
      )}
      <ReturnToDraft id={draft.id} />
    </div>
  )
}

function Approve({ draft, isDue }: { draft: Draft; isDue: boolean }) {
  const approve = useChange('approveCatalogDraft', {
    done: ({ state }) =>
      state === 'draft' ? t`Returned to draft because another catalog took effect.` : t`Approved.`,
  })
  const { id, revision } = draft
  return (
    <AskFirst
      draft={draft}
      action={t`Approve`}
      title={t`Approve this catalog`}
      description={
        isDue
          ? t`It takes effect right away, for profiles created after that.`
          : t`It takes effect at this time, for profiles created after that.`
      }
      pending={approve.isPending}
      onConfirm={(then) => approve.mutate({ params: { id }, body: { revision } }, then)}
    />
  )
}

/** Also after the approval: until it's published, someone may find a mistake. */
function ReturnToDraft({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const back = useChange('returnCatalogDraft', { done: t`Returned to draft.`, onDone: close })
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        <Trans>Return to draft</Trans>
      </Button>
      <ReasonDialog
        open={open}
        onClose={close}
        about={`catalog draft ${id}`}
        title={t`Return to draft`}
        action={t`Return`}
        pending={back.isPending}
        onConfirm={(reason) => back.mutate({ params: { id }, body: { reason } })}
      />
    </>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNow } from '../../client/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
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
  const discard = useChange('discardCatalogDraft', { done: t`Discarded.` })
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
      <Button
        kind="danger"
        pending={discard.isPending}
        onClick={() => discard.mutate({ params: { id: draft.id } })}
      >
        <Trans>Discard</Trans>
      </Button>
      <ProposeDialog draft={draft} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

function Decide({ draft }: { draft: Draft }) {
  const { username } = useOperator()
  const approve = useChange('approveCatalogDraft', {
    done: ({ state }) =>
      state === 'draft' ? t`Returned to draft because another catalog took effect.` : t`Approved.`,
  })
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
        <Button
          kind="primary"
          pending={approve.isPending}
          onClick={() => {
            const body = { revision: draft.revision }
            approve.mutate({ params: { id: draft.id }, body })
          }}
        >
          <Trans>Approve</Trans>
        </Button>
      )}
      <ReturnToDraft id={draft.id} />
    </div>
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

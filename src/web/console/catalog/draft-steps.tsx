import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useMay } from '../session/permission.ts'
import { useOperator } from '../session/operator-session.ts'
import { useChange } from '../session/use-change.ts'
import type { Draft } from './queries.ts'
import { ProposeDialog } from './propose-dialog.tsx'

/** What can be done next: proposed by one, approved by another, published at its time. */
export function DraftSteps({ draft }: { draft: Draft }) {
  const isAdmin = useMay('proposeCatalogDraft')
  if (draft.state === 'published') {
    return <p className="text-sm">It is version {draft.version} of the catalog.</p>
  }
  if (draft.state === 'discarded')
    return <p className="text-sm text-faint">This draft was discarded.</p>
  if (draft.state === 'approved') {
    return (
      <p className="text-sm">
        Approved. It is in force from {dateTimeText(draft.starts_at ?? draft.changed_at)}.
      </p>
    )
  }
  if (!isAdmin) return <p className="text-sm text-faint">Only admins can approve catalogs.</p>
  return draft.state === 'proposed' ? <Decide draft={draft} /> : <Propose draft={draft} />
}

function Propose({ draft }: { draft: Draft }) {
  const [open, setOpen] = useState(false)
  const discard = useChange('discardCatalogDraft', { done: 'Discarded.' })
  return (
    <div className="grid gap-2">
      {draft.unsound ? (
        <p className="text-sm text-bad">{draft.unsound}</p>
      ) : (
        <p className="text-sm text-soft">You propose the saved draft. Another admin approves it.</p>
      )}
      <Button kind="primary" disabled={draft.unsound !== null} onClick={() => setOpen(true)}>
        Propose
      </Button>
      <Button
        kind="danger"
        pending={discard.isPending}
        onClick={() => discard.mutate({ params: { id: draft.id } })}
      >
        Discard
      </Button>
      <ProposeDialog draft={draft} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

function Decide({ draft }: { draft: Draft }) {
  const { username } = useOperator()
  const [returning, setReturning] = useState(false)
  const params = { id: draft.id }
  const approve = useChange('approveCatalogDraft', {
    done: ({ state }) =>
      state === 'draft' ? 'Returned to draft because another catalog took effect.' : 'Approved.',
  })
  const back = useChange('returnCatalogDraft', {
    done: 'Returned to draft.',
    onDone: () => setReturning(false),
  })
  const proposed = draft.proposed_by === username
  const isOwn = proposed || draft.changed_by === username
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft">
        To be in force from {dateTimeText(draft.starts_at ?? draft.changed_at)}.
      </p>
      {isOwn ? (
        <p className="text-sm text-soft">
          {proposed ? 'You proposed it.' : 'You edited it.'} Needs another admin’s approval.
        </p>
      ) : (
        <Button
          kind="primary"
          pending={approve.isPending}
          onClick={() => approve.mutate({ params, body: { revision: draft.revision } })}
        >
          Approve
        </Button>
      )}
      <Button kind="danger" onClick={() => setReturning(true)}>
        Return to draft
      </Button>
      <ReasonDialog
        open={returning}
        onClose={() => setReturning(false)}
        title="Return to draft"
        action="Return"
        pending={back.isPending}
        onConfirm={(reason) => back.mutate({ params, body: { reason } })}
      />
    </div>
  )
}

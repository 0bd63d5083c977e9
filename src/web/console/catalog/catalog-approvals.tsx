import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/button.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { ApprovalList } from '../parts/queue/approval-list.tsx'
import { proposedDraftsQuery } from './queries.ts'

/** Proposed catalogs. Admins decide on them in the editor, next to the figures. */
export function CatalogApprovals() {
  const list = useQuery(proposedDraftsQuery)
  return (
    <ApprovalList
      title={t`Plan catalogs`}
      list={list}
      empty={t`No catalogs are waiting.`}
      sinceOf={(item) => item.proposed_at ?? item.changed_at}
      renderItem={(item) => (
        <>
          <p className="font-medium wrap-anywhere">{item.note || t`Draft ${item.id}`}</p>
          <p className="text-xs text-faint">
            <Trans>
              proposed by {item.proposed_by}
              {item.starts_at && t`, in force from ${dateTimeText(item.starts_at)}`}
            </Trans>
          </p>
        </>
      )}
      renderDecision={(item) => (
        <ButtonLink size="small" to={paths.catalogEditor(item.id)}>
          <Trans>Review</Trans>
        </ButtonLink>
      )}
    />
  )
}

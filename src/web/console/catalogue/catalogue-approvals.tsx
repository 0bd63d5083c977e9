import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/button.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { call } from '../session/call.ts'
import { paths } from '../parts/console-paths.ts'
import { ApprovalList } from '../parts/queue/approval-list.tsx'

/** Proposed catalogues. They are decided in the editor, where their figures stand. */
export function CatalogueApprovals() {
  const list = useQuery({
    queryKey: ['listCatalogueDrafts', 'proposed'],
    queryFn: ({ signal }) => {
      const query = { state: 'proposed', sort: 'oldest', page_size: '100' } as const
      return call('listCatalogueDrafts', { query }, { signal })
    },
  })
  return (
    <ApprovalList
      title="Plan catalogues"
      list={list}
      empty="No catalogues are waiting."
      sinceOf={(item) => item.proposed_at ?? item.changed_at}
      renderItem={(item) => (
        <>
          <p className="font-medium break-words">{item.note || `Draft ${item.id}`}</p>
          <p className="text-xs text-faint">
            proposed by {item.proposed_by}
            {item.starts_at && `, in force from ${dateTimeText(item.starts_at)}`}
          </p>
        </>
      )}
      renderDecision={(item) => (
        <ButtonLink size="small" to={paths.catalogueEditor(item.id)}>
          Review
        </ButtonLink>
      )}
    />
  )
}

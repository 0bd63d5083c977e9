import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { None } from '../parts/list/cells.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { DetailList } from '../../ui/details.tsx'
import { ObjectPage } from '../parts/object-page.tsx'
import { Section } from '../parts/section.tsx'
import { journalQuery } from './queries.ts'
import { JournalPostings } from './journal-postings.tsx'

/** One business event of the ledger and all its postings. */
export function JournalPage() {
  const { id = '' } = useParams()
  const journal = useQuery(journalQuery(id))
  return (
    <ObjectPage
      query={journal}
      id={id}
      title={t`Journal ${id}`}
      renderAside={(data) => (
        <Section title={t`Details`}>
          <DetailList
            details={{
              [t`Kind`]: wordsOf(data.kind),
              [t`Time`]: dateTimeText(data.at),
              [t`Key`]: data.key ? <span className="break-all">{data.key}</span> : <None />,
            }}
          />
        </Section>
      )}
    >
      {(data) => <JournalPostings postings={data.postings} />}
    </ObjectPage>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { Empty } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { Head } from '../parts/head.tsx'
import { State } from '../parts/list/cells.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { Section } from '../parts/section.tsx'
import { useMay } from '../session/permission.ts'
import { ReportForm, UpdateForm } from './incident-form.tsx'
import { incidentsQuery, type Incident } from './queries.ts'

/** The incidents on the public status page. */
export function IncidentList() {
  const mayPost = useMay('reportIncident')
  const [reporting, setReporting] = useState(false)
  const [updated, setUpdated] = useState<Incident | null>(null)
  const incidents = useQuery(incidentsQuery)
  return (
    <>
      <Head
        title={t`Incidents`}
        intro={t`These are public and can’t be changed. Correct a mistake with an update.`}
      >
        {mayPost && (
          <Button size="small" icon="plus" kind="primary" onClick={() => setReporting(true)}>
            <Trans>Report incident</Trans>
          </Button>
        )}
      </Head>
      <div className="mt-4 grid gap-4">
        <Loaded
          query={incidents}
          loading={t`Loading the incidents`}
          failed={t`We couldn’t load the incidents`}
          lines={3}
        >
          {({ results }) =>
            results.length > 0 ? (
              results.map((incident) => (
                <Told
                  key={incident.id}
                  incident={incident}
                  onUpdate={mayPost ? () => setUpdated(incident) : null}
                />
              ))
            ) : (
              <NoneYet />
            )
          }
        </Loaded>
      </div>
      <ChangeDialog
        open={reporting}
        onClose={() => setReporting(false)}
        title={t`Report an incident`}
        description={t`It appears on the public status page right away, exactly as you wrote it.`}
      >
        <ReportForm onClose={() => setReporting(false)} />
      </ChangeDialog>
      <ChangeDialog
        open={updated !== null}
        onClose={() => setUpdated(null)}
        title={t`Update ${updated ? titleOf(updated) : ''}`}
      >
        {updated && <UpdateForm incident={updated} onClose={() => setUpdated(null)} />}
      </ChangeDialog>
    </>
  )
}

const NoneYet = () => (
  <Empty
    icon="alert"
    title={t`No incidents yet.`}
    text={t`Report one as soon as members notice something.`}
  />
)

/** The languages of an incident, the operator's first. */
const languages = () =>
  readLanguage() === 'es' ? (['es', 'en'] as const) : (['en', 'es'] as const)

const titleOf = (incident: Incident): string => incident[`title_${languages()[0]}`]

/** An incident with all its updates, newest first. */
function Told({ incident, onUpdate }: { incident: Incident; onUpdate: (() => void) | null }) {
  const [own, other] = languages()
  return (
    <Section
      title={<span lang={own}>{titleOf(incident)}</span>}
      note={wordsOf(incident.impact)}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <State code={incident.state} />
          {onUpdate && (
            <Button size="small" onClick={onUpdate}>
              <Trans>
                Post update<span className="sr-only"> {titleOf(incident)}</span>
              </Trans>
            </Button>
          )}
        </span>
      }
    >
      <p lang={other} className="mb-3 text-sm text-soft">
        {incident[`title_${other}`]}
      </p>
      <ul className="grid gap-3">
        {incident.updates.toReversed().map((update) => (
          <Posted key={update.id} update={update} />
        ))}
      </ul>
    </Section>
  )
}

const Posted = ({ update }: { update: Incident['updates'][number] }) => (
  <li className="border-t border-line pt-3 text-sm">
    <p className="text-xs text-faint">
      {wordsOf(update.state)}, {update.posted_by}, {dateTimeText(update.posted_at)}
    </p>
    {languages().map((language, index) => (
      <p
        key={language}
        lang={language}
        className={`mt-1 wrap-anywhere whitespace-pre-wrap ${index === 0 ? '' : 'text-soft'}`}
      >
        {update[`text_${language}`]}
      </p>
    ))}
  </li>
)

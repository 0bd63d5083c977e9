import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Draft } from './queries.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { paths } from '../parts/console-paths.ts'
import { State } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { useMay } from '../session/permission.ts'
import { Head } from '../parts/head.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { DraftForm } from './draft-form.tsx'
import { DraftSteps } from './draft-steps.tsx'
import { PlanTerms } from './plan-terms.tsx'
import { useStepFocus } from '../parts/use-step-focus.ts'
import { WhatIf } from './what-if.tsx'

export function Editor({ draft }: { draft: Draft }) {
  const mayChange = useMay('changeCatalogDraft') && draft.state === 'draft'
  const steps = useStepFocus()
  return (
    <>
      <Head title={t`Draft ${draft.id}`} intro={t`From version ${draft.base_version}`}>
        <ButtonLink size="small" to={paths.catalogs()}>
          <Trans>All catalogs</Trans>
        </ButtonLink>
      </Head>
      <div className="mt-2">
        <State code={draft.state} />
      </div>
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid min-w-0 gap-4">
          {mayChange ? (
            <DraftForm key={draft.id} draft={draft} />
          ) : (
            <Section title={t`Plans`} note={draft.note} flush>
              <PlanTerms label={t`Plans of the draft`} plans={draft.plans} />
            </Section>
          )}
          <WhatIf draft={draft} />
        </div>
        <div className="grid min-w-0 gap-4">
          <div ref={steps}>
            <Section title={t`Takes effect`}>
              <DraftSteps draft={draft} />
            </Section>
          </div>
          <Section title={t`Timeline`}>
            <Story draft={draft} />
          </Section>
        </div>
      </div>
    </>
  )
}

function Story({ draft }: { draft: Draft }) {
  const startsAt = draft.starts_at
  return (
    <Timeline
      moments={[
        { at: draft.created_at, what: t`Started by ${draft.created_by}` },
        { at: draft.changed_at, what: t`Last changed by ${draft.changed_by}` },
        {
          at: draft.proposed_at,
          what: t`Proposed by ${draft.proposed_by ?? ''}`,
          note: startsAt && t`in force from ${dateTimeText(startsAt)}`,
        },
        { at: draft.approved_at, what: t`Approved by ${draft.approved_by ?? ''}` },
        {
          at: draft.version === null ? null : startsAt,
          what: t`Published as version ${draft.version ?? ''}`,
        },
      ]}
    />
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { reasonLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../parts/section.tsx'
import { hasDraft } from '../session/drafts.ts'
import { useChange } from '../session/use-change.ts'
import { useDraft } from '../session/use-draft.ts'
import { useNewerVersion, type Draft } from './queries.ts'
import { PlanFields } from './plan-fields.tsx'
import { judge, toTexts, toWire, type DraftTexts } from './terms.ts'

type DraftFormProps = { draft: Draft }
type OpenFormProps = DraftFormProps & { isTyped: boolean; onTyped: (isTyped: boolean) => void }

const nameOf = ({ id }: Draft): string => `catalog ${id}`

/** The fields of a draft, with what the operator hasn't saved yet. */
function useDraftForm({ draft, isTyped, onTyped }: OpenFormProps) {
  const saved = { revision: draft.revision, note: draft.note, plans: toTexts(draft.plans) }
  const { start, keep, onSent } = useDraft(nameOf(draft), saved)
  // The revision that the typed figures started from.
  const [basis, setBasis] = useState(start.revision)
  const fields = useFields<DraftTexts>({ note: start.note, plans: start.plans })
  const keepFrom = (revision: number) => {
    setBasis(revision)
    keep({ revision, ...fields.getValues() })
    // The figures may be the saved ones again.
    onTyped(hasDraft(nameOf(draft)))
  }
  const forget = () => {
    onTyped(false)
    onSent()
  }
  return {
    fields,
    saved,
    forget,
    isOutdated: isTyped && basis !== draft.revision,
    onType: () => keepFrom(basis),
    keepMine: () => keepFrom(draft.revision),
    discard: () => {
      forget()
      setBasis(draft.revision)
      fields.reset({ note: saved.note, plans: saved.plans })
    },
  }
}

/** The figures of a draft. A new revision is a new form, unless this one has unsaved figures. */
export function DraftForm({ draft }: DraftFormProps) {
  const [isTyped, setTyped] = useState(() => hasDraft(nameOf(draft)))
  const [opened, setOpened] = useState(draft.revision)
  if (!isTyped && opened !== draft.revision) setOpened(draft.revision)
  return <OpenForm key={opened} draft={draft} isTyped={isTyped} onTyped={setTyped} />
}

/** The fields, checked while typing. */
function OpenForm(props: OpenFormProps) {
  const { draft } = props
  const { fields, saved, isOutdated, onType, keepMine, discard, forget } = useDraftForm(props)
  const { control, field, register, handleSubmit, showErrors } = fields
  const [note, plans] = useWatch({ control, name: ['note', 'plans'] })
  const save = useChange('changeCatalogDraft', {
    done: t`Saved.`,
    onDone: forget,
    showFailure: showErrors,
  })
  const { problem, derived } = judge(plans)
  // Saving bases the draft on the version in force.
  const isOld = useNewerVersion(draft) !== null
  const isChanged = note !== saved.note || JSON.stringify(plans) !== JSON.stringify(saved.plans)
  const submit = handleSubmit((texts) => {
    const { id, revision } = draft
    const body = { note: texts.note, revision, plans: toWire(texts.plans) }
    save.mutate({ params: { id }, body })
  })
  return (
    <Section title={t`Plans`} flush>
      {isOutdated && (
        <ChangedMeanwhile operator={draft.changed_by} onDiscard={discard} onKeep={keepMine} />
      )}
      <form onSubmit={submit} onChange={onType} noValidate>
        <PlanFields plans={plans} derived={derived} register={register} />
        <div className="grid gap-4 border-t border-line p-4">
          <Soundness problem={problem} />
          <Field label={t`Note`} maxLength={reasonLength.max} {...field('note')} />
          <div>
            <Button
              kind="primary"
              type="submit"
              disabled={problem !== null || !(isChanged || isOld) || isOutdated}
              pending={save.isPending}
            >
              <Trans>Save draft</Trans>
            </Button>
          </div>
        </div>
      </form>
    </Section>
  )
}

type ChangedMeanwhileProps = { operator: string; onDiscard: () => void; onKeep: () => void }

const ChangedMeanwhile = ({ operator, onDiscard, onKeep }: ChangedMeanwhileProps) => (
  <div role="alert" className="grid gap-3 border-b border-warn/50 p-4 text-sm">
    <p>
      <Trans>
        {operator} has changed this draft since you began. Your figures are still here, and aren’t
        saved.
      </Trans>
    </p>
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={onKeep}>
        <Trans>Keep mine</Trans>
      </Button>
      <Button size="small" kind="danger" onClick={onDiscard}>
        <Trans>Discard mine</Trans>
      </Button>
    </div>
  </div>
)

function Soundness({ problem }: { problem: string | null }) {
  return (
    <output className="flex items-center gap-2 text-sm">
      <Icon
        name={problem ? 'alert' : 'check'}
        className={problem ? 'size-5 shrink-0 text-bad' : 'size-5 shrink-0 text-good'}
      />
      {problem ?? t`Sound: no plan pays out more than its joining fee brings in.`}
    </output>
  )
}

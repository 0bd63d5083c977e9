import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useWatch } from 'react-hook-form'
import { reasonLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../parts/section.tsx'
import { useChange } from '../session/use-change.ts'
import type { Draft } from './queries.ts'
import { PlanFields } from './plan-fields.tsx'
import { judge, toTexts, toWire, type DraftTexts } from './terms.ts'

/** The figures of a draft, checked while typing. */
export function DraftForm({ draft }: { draft: Draft }) {
  const { control, field, register, handleSubmit, showErrors } = useFields<DraftTexts>({
    note: draft.note,
    plans: toTexts(draft.plans),
  })
  const [note, plans] = useWatch({ control, name: ['note', 'plans'] })
  const save = useChange('changeCatalogDraft', { done: t`Saved.`, showFailure: showErrors })
  const { problem, derived } = judge(plans)
  const isChanged =
    note !== draft.note || JSON.stringify(plans) !== JSON.stringify(toTexts(draft.plans))
  const submit = handleSubmit((texts) => {
    const { id, revision } = draft
    const body = { note: texts.note, revision, plans: toWire(texts.plans) }
    save.mutate({ params: { id }, body })
  })
  return (
    <Section title={t`Plans`} flush>
      <form onSubmit={submit} noValidate>
        <PlanFields plans={plans} derived={derived} register={register} />
        <div className="grid gap-4 border-t border-line p-4">
          <Soundness problem={problem} />
          <Field label={t`Note`} maxLength={reasonLength.max} {...field('note')} />
          <div>
            <Button
              kind="primary"
              type="submit"
              disabled={problem !== null || !isChanged}
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

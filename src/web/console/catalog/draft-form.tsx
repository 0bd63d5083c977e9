import { useState } from 'react'
import { reasonLength } from '../../../contract/fields/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../parts/section.tsx'
import { useChange } from '../session/use-change.ts'
import type { Draft } from './queries.ts'
import { PlanFields } from './plan-fields.tsx'
import { judge, toTexts, toWire, type PlanText } from './terms.ts'

/** The figures of a draft, checked while typing. */
export function DraftForm({ draft }: { draft: Draft }) {
  const [note, setNote] = useState(draft.note)
  const [plans, setPlans] = useState(() => toTexts(draft.plans))
  const save = useChange('changeCatalogDraft', { done: 'Saved.' })
  const { problem, derived } = judge(plans)
  const isChanged =
    note !== draft.note || JSON.stringify(plans) !== JSON.stringify(toTexts(draft.plans))
  const put = (index: number, field: keyof PlanText, text: string) =>
    setPlans((old) => old.map((plan, at) => (at === index ? { ...plan, [field]: text } : plan)))
  return (
    <Section title="Plans" flush>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const { id, revision } = draft
          save.mutate({ params: { id }, body: { note, revision, plans: toWire(plans) } })
        }}
      >
        <PlanFields plans={plans} derived={derived} onChange={put} />
        <div className="grid gap-4 border-t border-line p-4">
          <Soundness problem={problem} />
          <Field
            label="Note"
            value={note}
            maxLength={reasonLength.max}
            onChange={(event) => setNote(event.target.value)}
          />
          <div>
            <Button
              kind="primary"
              type="submit"
              disabled={problem !== null || !isChanged}
              pending={save.isPending}
            >
              Save draft
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
      {problem ?? 'Sound: no plan pays out more than its joining fee brings in.'}
    </output>
  )
}

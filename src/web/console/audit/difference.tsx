import { t } from '@lingui/core/macro'
import type { RowOf } from '../parts/list/list-name.ts'
import { None } from '../parts/list/cells.tsx'

type Entry = RowOf<'listAuditEntries'>
type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The changed fields, or all fields if the object is new. */
export function changedFields({
  before,
  after,
}: Entry): { name: string; was: string; is: string }[] {
  const old = isFields(before) ? before : {}
  if (!isFields(after)) {
    const is = textOf(after ?? undefined)
    return is || before ? [{ name: 'value', was: textOf(before ?? undefined), is }] : []
  }
  return Object.keys({ ...old, ...after })
    .map((name) => ({ name, was: textOf(old[name]), is: textOf(after[name]) }))
    .filter(({ was, is }) => was !== is)
}

/** An entry's changes, collapsed until an operator opens them. */
export function Difference({ entry }: { entry: Entry }) {
  const fields = changedFields(entry)
  if (fields.length === 0) return <None />
  return (
    <details>
      <summary className="min-h-6 cursor-pointer whitespace-nowrap underline underline-offset-3">
        {fields.length === 1 ? t`1 field` : t`${fields.length} fields`}
      </summary>
      <div className="mt-1 max-w-96">
        <ChangedFields entry={entry} />
      </div>
    </details>
  )
}

/** The values of an entry's changed fields before and after. */
export const ChangedFields = ({ entry }: { entry: Entry }) => (
  <dl className="text-xs">
    {changedFields(entry).map(({ name, was, is }) => (
      <div key={name} className="py-0.5 break-all">
        <dt className="inline text-faint">{name}: </dt>
        <dd className="inline">
          {was && <del className="text-bad">{was}</del>} {is && <ins>{is}</ins>}
        </dd>
      </div>
    ))}
  </dl>
)

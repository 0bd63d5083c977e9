import { escapeHtml } from '../../contract/texts/escape-html.ts'
import type { Parameter, Schema } from './document.ts'
import { renderInline } from './render-text.ts'

// Fields as a list of terms: name, type, and meaning. A named shape is a link to its own fields.

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

/** The type of a field in a few words. */
function renderType(schema: Schema): string {
  const { $ref: ref, type, items, anyOf, format } = schema
  if (ref !== undefined) return `<a href="#shape-${nameOf(ref)}">${nameOf(ref)}</a>`
  if (items) return `list of ${renderType(items)}`
  if (anyOf) return anyOf.map(renderType).join(' or ')
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  const types = [type ?? 'any'].flat()
  return escapeHtml(types.map((each) => (each === 'string' && format ? format : each)).join(' or '))
}

const renderChoices = ({ enum: choices = [] }: Schema): string =>
  choices.length === 0
    ? ''
    : `<p class="choices">One of ${choices
        .map((each) => `<code>${escapeHtml(each === null ? 'null' : String(each))}</code>`)
        .join(' ')}</p>`

/** The fields within a field, of an object or of the rows of a list. */
function within({ properties, items, anyOf = [], required }: Schema): Schema | undefined {
  if (properties) return required ? { properties, required } : { properties }
  return [items, ...anyOf]
    .filter((each) => each !== undefined)
    .map(within)
    .find((each) => each !== undefined)
}

type Field = { name: string; schema: Schema; mark: string; description: string }

function renderField({ name, schema, mark, description }: Field): string {
  const inner = within(schema)
  return `<dt><code>${escapeHtml(name)}</code> <span>${renderType(schema)}${mark}</span></dt>
<dd>${description === '' ? '' : `<p>${renderInline(description)}</p>`}${renderChoices(schema)}${
    inner ? renderFields(inner, '') : ''
  }</dd>`
}

/** All fields of a shape. `optional` is how to mark the ones that can be missing. */
export function renderFields(schema: Schema, optional: string): string {
  const { properties = {}, required = [] } = within(schema) ?? {}
  const fields = Object.entries(properties).map(([name, each]) => {
    const mark = required.includes(name) ? '' : optional
    return renderField({ name, schema: each, mark, description: each.description ?? '' })
  })
  return fields.length === 0 ? '' : `<dl>${fields.join('')}</dl>`
}

export const renderParameters = (parameters: readonly Parameter[]): string =>
  `<dl>${parameters
    .map(({ name, in: place, schema, required, description }) => {
      const mark = ` in ${place}${required ? '' : ', optional'}`
      return renderField({ name, schema, mark, description })
    })
    .join('')}</dl>`

/** A whole body: its fields, or the shape that it is. */
export function renderBody(schema: Schema, optional: string): string {
  if (schema.properties) return renderFields(schema, optional) || '<p>An empty object.</p>'
  return `<p>A ${renderType(schema)}.</p>${renderFields(schema, optional)}`
}

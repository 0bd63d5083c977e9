import { expect, test } from 'vitest'
import { z } from 'zod'
import { calls } from '../../src/contract/calls.ts'
import type { CallContract } from '../../src/contract/endpoint.ts'
import { issueText } from '../../src/contract/texts/texts.ts'

// Every text field of every body. A text that shows nothing is no reason, note, name, or message,
// and a line can't contain characters that nobody sees.

type Field = [path: string, schema: z.ZodType]

function fieldsOf(path: string, schema: z.ZodType): Field[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return fieldsOf(path, schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodArray) return fieldsOf(`${path}[]`, schema.element as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return [[path, schema]]
  const fields = Object.entries<z.ZodType>(schema.shape)
  return fields.flatMap(([name, field]) => fieldsOf(`${path}.${name}`, field))
}

const fields = Object.entries<CallContract>(calls).flatMap(([name, { body }]) =>
  body ? fieldsOf(name, body) : [],
)

const accepts = ([, schema]: Field, text: string): boolean => schema.safeParse(text).success

/** Whether the field must have a text. */
const isRequired = ([, schema]: Field): boolean =>
  schema.safeParse('   ').error?.issues[0]?.message === issueText('required')

const isLine = (field: Field): boolean =>
  accepts(field, 'one two') && !accepts(field, 'one\ntwo') && accepts(field, 'one ❤\ufe0f two')

const pathOf = ([path]: Field): string => path

// Zero-width space, soft hyphen, Hangul filler, Braille blank, variation selector, tag.
const blanks = ['\u200b', '\u00ad', '\u3164', '\u2800', '\ufe0f', '\u{e0041}']

test.each(blanks)('refuses a required text that consists of %j', (blank) => {
  const required = fields.filter(isRequired)
  expect(required.length).toBeGreaterThan(50)
  const text = ` ${blank.repeat(5)} ${blank}`
  expect(required.filter((field) => accepts(field, text)).map(pathOf)).toEqual([])
})

// The Arabic letter mark reorders text, like the other marks of direction.
const hidden = ['\u200b', '\u00ad', '\u034f', '\u061c', '\u3164', '\ufff9', '\u{e0041}']

test.each(hidden)('refuses a line that hides %j', (mark) => {
  const lines = fields.filter(isLine)
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((field) => accepts(field, `one${mark}two`)).map(pathOf)).toEqual([])
})

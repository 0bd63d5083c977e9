import { errorsOf, statusIn } from '../../contract/call-errors.ts'
import { errorGuide } from '../../contract/refusals/error-guide.ts'
import { PROBLEM_TYPE } from '../../contract/refusals/problem.ts'
import { statusOf, type AnyCode } from '../../contract/refusals/refusals.ts'
import { api, type CallName } from '../../contract/routes.ts'
import { keysOf } from '../../domain/records.ts'
import { problemExample } from './examples.ts'
import { uri } from './schemas.ts'
import type { Json } from './tidy-schema.ts'

// The errors of the calls: when each occurs, what to do about it, and its answer.

/** A call's refusal codes, by status. */
function groupRefusals(name: CallName): [status: number, codes: AnyCode[]][] {
  const byStatus = Map.groupBy(errorsOf(name), (code) => statusIn(name, code))
  return [...byStatus].toSorted(([one], [other]) => one - other)
}

/** A call's refusals. Each answer is a component named after its codes. */
export const describeRefusals = (name: CallName): Json =>
  Object.fromEntries(
    groupRefusals(name).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${codes.join('.')}` },
    ]),
  )

const exampleName = (code: AnyCode, status: number): string =>
  status === statusOf(code) ? code : `${code}-${status}`

export function describeResponses(): Json {
  const groups = keysOf(api).flatMap(groupRefusals)
  return Object.fromEntries(
    groups.map(([status, codes]) => {
      const schema = { $ref: uri('Problem'), properties: { code: describeCodes(codes) } }
      const examples = codes.map((code): [string, Json] => {
        return [code, { $ref: `#/components/examples/${exampleName(code, status)}` }]
      })
      const content = { [PROBLEM_TYPE]: { schema, examples: Object.fromEntries(examples) } }
      const description = codes.map((code) => `- \`${code}\`: ${errorGuide[code]}`).join('\n')
      return [codes.join('.'), { description, content }]
    }),
  )
}

const describeCodes = (codes: readonly AnyCode[]) => ({
  type: 'string',
  enum: codes,
  description: 'What went wrong.',
})

/** One example for every error, with the guide as its summary. */
export function describeProblems(): Json {
  const all = keysOf(api).flatMap(groupRefusals)
  return Object.fromEntries(
    all
      .flatMap(([status, codes]) => codes.map((code) => ({ status, code })))
      .toSorted((one, other) => (one.code < other.code ? -1 : 1))
      .map(({ status, code }) => [
        exampleName(code, status),
        { summary: errorGuide[code], value: problemExample(code, status) },
      ]),
  )
}

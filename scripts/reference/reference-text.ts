import { z } from 'zod'
import {
  environment,
  neededInProduction,
  secretNames,
  type VariableName,
} from '../../src/server/config/environment.ts'
import { roles } from '../../src/server/config/roles.ts'
import type { VariableDoc } from '../../src/server/config/variables/variable-doc.ts'
import { variableGroups } from '../../src/server/config/variables/variable-docs.ts'

// The reference of all settings, for people (docs/configuration.md) and to copy (.env.example).

type Format = { default?: unknown; enum?: unknown[]; minimum?: number; maximum?: number }

const { properties } = z
  .object({ properties: z.record(z.string(), z.custom<Format>()) })
  .parse(z.toJSONSchema(environment, { io: 'input', unrepresentable: 'any' }))

const isSecret = (name: string): boolean => secretNames.some((secret) => secret === name)
const isNeeded = (name: string): boolean => neededInProduction.some((needed) => needed === name)
const code = (value: unknown): string => `\`${String(value)}\``

const groups = Object.entries(variableGroups).map(([title, variables]) => ({
  title,
  variables: Object.entries(variables) as [VariableName, VariableDoc][],
}))

/** Variables with no description, or with two. We refuse to write a reference with a gap. */
function findGaps(): string[] {
  const described = groups.flatMap(({ variables }) => variables.map(([name]) => name)).toSorted()
  const known = Object.keys(environment.shape).toSorted()
  return known.filter((name) => described.filter((each) => each === name).length !== 1)
}

/** What happens if a variable is missing, in development and in production. */
function absentOf(name: string, doc: VariableDoc): [development: string, production: string] {
  const given = properties[name]?.default
  const development = given === undefined ? (doc.absent ?? '') : code(given)
  const production = doc.absentInProduction ?? development
  if (development === '') throw new Error(`${name} has no default: say what happens without it`)
  if (isNeeded(name) !== /^\*\*required\*\*$/.test(production)) {
    throw new Error(`${name}: its description and neededInProduction disagree`)
  }
  return [development, production]
}

function formOf(name: string, { form }: VariableDoc): string {
  const format = properties[name]
  if (form !== undefined) return form
  if (format?.enum) return format.enum.map(code).join(', ')
  const { minimum, maximum } = format ?? {}
  return minimum === undefined || maximum === undefined ? '' : `${minimum} to ${maximum}`
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`

function table(variables: [VariableName, VariableDoc][]): string {
  const head =
    row('variable', 'description', 'values', 'default', 'default in production') +
    row('---', '---', '---', '---', '---')
  const rows = variables.map(([name, doc]) => {
    const mark = isSecret(name) ? ' (secret)' : ''
    return row(code(name) + mark, doc.text, formOf(name, doc), ...absentOf(name, doc))
  })
  return head + rows.join('')
}

const INTRODUCTION = `<!-- Written by \`npm run reference\`. Don't edit it. -->

# Configuration

In development, you don't have to set anything: \`npm start\` generates what is missing and stores
it in \`DATA_DIR\`. With \`NODE_ENV=production\`, a missing or weak setting prevents the start, and
the error names the variable.

The product also reads a \`.env\` file in the working directory. Variables in the environment take
precedence. Start from [.env.example](../.env.example). An empty variable counts as not set.
Other names have no effect, but processes (in their log) and tools warn if one is almost that of a
setting.

## Secrets as files

You can provide a variable marked as secret in a file: set \`NAME_FILE\` to its path, such as
\`AUTH_SECRET_FILE=/run/secrets/auth_secret\`. The file contains one line, and a trailing newline is
ignored. The product doesn't start if both \`NAME\` and \`NAME_FILE\` are set, or if the file is
missing, unreadable, or empty.

`

/** docs/configuration.md */
export function configurationText(): string {
  const gaps = findGaps()
  if (gaps.length > 0)
    throw new Error(`describe once in src/server/config/variables: ${gaps.join(', ')}`)
  const roleRows = Object.entries(roles).map(([name, { text }]) => row(code(name), text))
  const processes = row(code('PROCESS'), 'runs') + row('---', '---') + roleRows.join('')
  const sections = groups.map(({ title, variables }) => {
    const extra = title === 'Process' ? `\n${processes}` : ''
    return `## ${title}\n\n${table(variables)}${extra}`
  })
  return INTRODUCTION + sections.join('\n')
}

const plain = (text: string): string => text.replaceAll(/[`*]/g, '')

/** .env.example */
export function exampleText(): string {
  const sections = groups.map(({ title, variables }) => {
    const entries = variables.map(([name, doc]) => {
      const [development, production] = absentOf(name, doc)
      const value = properties[name]?.default
      const form = formOf(name, doc)
      const notes = [
        doc.text,
        ...(form === '' ? [] : [`Values: ${form}.`]),
        ...(value === undefined ? [`Default: ${development}.`] : []),
        ...(production === development ? [] : [`In production: ${production}.`]),
        ...(isSecret(name) ? [`Or set ${name}_FILE to the path of a file.`] : []),
      ]
      const assigned = value === undefined ? '' : String(value)
      return `# ${plain(notes.join('\n# '))}\n# ${name}=${assigned}\n`
    })
    return `# --- ${title} ---\n\n${entries.join('\n')}`
  })
  const head =
    '# Written by `npm run reference` from src/server/config. Copy it to .env.\n' +
    '# Every variable, with its default. docs/configuration.md lists them as tables.\n'
  return `${head}\n${sections.join('\n')}`
}

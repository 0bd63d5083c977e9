import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { readOptions, runTool, WrongUsage } from '../../src/terminal/tool.ts'

// `npm run add-language -- fr`: adds a language to src/contract/fields/languages.ts, the source of
// everything else, and updates the generated files. The language's texts go into
// src/web/i18n/fr.po. Missing translations are shown in English.

const LIST = 'src/contract/fields/languages.ts'
const MIGRATIONS = 'src/db/migrations'
const END_OF_LIST = '} as const'

/** A language's own name, such as `Français`. Throws an error if there is no such language. */
export function nameOf(code: string): string {
  const known = /^[a-z]{2,3}$/.test(code)
    ? new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code)
    : undefined
  if (known === undefined) throw new Error(`"${code}" is not a language code, such as fr.`)
  return known.charAt(0).toLocaleUpperCase(code) + known.slice(1)
}

/** The list with one more language. */
export function addToList(list: string, code: string, name: string, locale?: string): string {
  const [before, after] = list.split(END_OF_LIST, 2)
  if (before === undefined || after === undefined) throw new Error(`${LIST} has no list`)
  if (new RegExp(`^  ${code}: \\{`, 'm').test(before)) throw new Error(`${code} already exists.`)
  const region = locale === undefined ? '' : `, locale: '${locale}'`
  return `${before}  ${code}: { name: '${name}'${region} },\n${END_OF_LIST}${after}`
}

/** Allows the listed languages in the schema's columns. */
export function writeMigration(schema: string, codes: readonly string[]): string {
  const list = codes.map((code) => `'${code}'`).join(', ')
  const tables = [...schema.matchAll(/^ {2}constraint (\w+)_language_check CHECK/gm)]
  const changes = tables.map(
    ([, table]) =>
      `alter table ${table} drop constraint ${table}_language_check,\n` +
      `  add constraint ${table}_language_check check (language in (${list})) not valid;\n`,
  )
  const why = '-- One more language. Rows keep theirs, so there is nothing to check in them.\n'
  return why + changes.join('')
}

function addLanguage(root: string, code: string, locale: string | undefined): void {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const list = addToList(read(LIST), code, nameOf(code), locale)
  const codes = [...list.matchAll(/^ {2}(\w+): \{ name:/gm)].map(([, each = '']) => each)
  const last = Math.max(...readdirSync(join(root, MIGRATIONS)).map((name) => parseInt(name) || 0))
  const migration = `${MIGRATIONS}/${String(last + 1).padStart(3, '0')}-language-${code}.sql`
  writeFileSync(join(root, migration), writeMigration(read('docs/schema.sql'), codes))
  writeFileSync(join(root, LIST), list)
  for (const script of ['messages', 'openapi', 'schema']) {
    const { status } = spawnSync('npm', ['run', '--silent', script], {
      cwd: root,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`npm run ${script} failed.`)
  }
  console.log(`Added ${code}. Translate src/web/i18n/${code}.po; ${migration} comes with it.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const usage = 'Usage: npm run add-language -- fr [--locale fr-CA]'
  const { values, positionals } = readOptions({
    usage,
    words: 1,
    options: { locale: { type: 'string' } },
  })
  await runTool([], async () => {
    const [code] = positionals
    if (code === undefined) throw new WrongUsage('Which language?', usage)
    addLanguage(fileURLToPath(new URL('../..', import.meta.url)), code, values.locale)
  })
}

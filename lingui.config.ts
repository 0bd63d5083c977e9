import fromSources from '@lingui/cli/api/extractors/babel'
import { defineConfig, type ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { templates } from './src/contract/texts/texts.ts'
import { webhookMeanings } from './src/contract/fields/webhook-types.ts'
import { languages } from './src/contract/fields/languages.ts'
import { entriesOf } from './src/domain/records.ts'
import { listTexts } from './src/domain/texts.ts'
import { words } from './src/proof/check/words.ts'
import { english } from './src/server/language/english.ts'
import { csvColumns } from './src/server/lists/csv-heads.ts'
import { nodeWords } from './src/server/cli/node-check/node-words.ts'
import { publicWords } from './src/server/transparency/words.ts'
import { pageWords } from './src/verify/page-words.ts'

const TEXTS = 'src/contract/texts/texts.ts'
const WEBHOOKS = 'src/contract/fields/webhook-types.ts'
const EMAILS = 'src/server/language/english.ts'
const COLUMNS = 'src/server/lists/csv-heads.ts'
const PUBLIC = 'src/server/transparency/words.ts'
const PROOFS = 'src/proof/check/words.ts'
const VERIFIER = 'src/verify/page-words.ts'
const NODE = 'src/server/cli/node-check/node-words.ts'
const ALERTS = 'src/server/monitoring/alert-kinds.ts'
const READINESS = 'src/server/readiness/items.ts'

type Sentence = [id: string, message: string]

/** Sentences of the server, each under an id, from the file that has them. */
const fromServer = (file: string, sentences: Sentence[]): ExtractorType => ({
  match: (filename) => filename.endsWith(file),
  extract(filename, _code, onMessageExtracted) {
    for (const [id, message] of sentences) {
      onMessageExtracted({ id, message, origin: [filename, 1], placeholders: {} })
    }
  },
})

const fromContract = fromServer(
  TEXTS,
  entriesOf<string, string>(templates).map(([code, message]) => [`server.${code}`, message]),
)
const fromWebhooks = fromServer(
  WEBHOOKS,
  entriesOf<string, string>(webhookMeanings).map(([type, says]) => [`webhook.${type}.means`, says]),
)
/** Texts of the server and of the verifiers. The ids begin with the name of the texts. */
const fromTexts = [
  fromServer(EMAILS, listTexts(english, 'email')),
  fromServer(COLUMNS, listTexts(csvColumns, 'csv')),
  fromServer(PUBLIC, listTexts(publicWords, 'public')),
  fromServer(PROOFS, listTexts(words, 'proof')),
  fromServer(VERIFIER, listTexts(pageWords, 'verify')),
  fromServer(NODE, listTexts(nodeWords, 'node')),
]
/** The alerts and the readiness checklist. Their files need a database, so we read the sources. */
const fromLists: ExtractorType = {
  match: (filename) => filename.endsWith(ALERTS) || filename.endsWith(READINESS),
  extract(filename, code, onMessageExtracted) {
    const list = filename.endsWith(ALERTS) ? 'alert' : 'readiness'
    let item = ''
    // The key of an entry, or one of its sentences, which may be in several pieces.
    for (const [, key, field, pieces = ''] of code.matchAll(
      /^ {2}(\w+): \{$|^ {4}(text|title|why):\s+((?:'.*'(?: \+\s+)?)+),$/gm,
    )) {
      if (key) item = key
      if (!field) continue
      const message = pieces.replaceAll(/^'|' \+\s+'|'$/g, '')
      const id = `${list}.${item}.${field}`
      onMessageExtracted({ id, message, origin: [filename, 1], placeholders: {} })
    }
  },
}

/** Babel takes long, and a file without Lingui has no messages. */
const fromPages: ExtractorType = {
  match: (filename) => fromSources.match(filename),
  extract(filename, code, ...rest) {
    return code.includes('@lingui/') ? fromSources.extract(filename, code, ...rest) : undefined
  },
}

const po = formatter({ lineNumbers: false, printPlaceholdersInComments: false })

// A language is one file, with what the web app says to members and visitors, and what the console
// says to operators.
const config = {
  sourceLocale: 'en',
  locales: languages,
  catalogs: [
    {
      path: '<rootDir>/src/web/i18n/{locale}',
      include: [
        'src/web',
        TEXTS,
        WEBHOOKS,
        ALERTS,
        READINESS,
        EMAILS,
        COLUMNS,
        PUBLIC,
        PROOFS,
        VERIFIER,
        NODE,
      ],
    },
  ],
  extractors: [fromContract, fromWebhooks, ...fromTexts, fromLists, fromPages],
  format: po,
} satisfies Parameters<typeof defineConfig>[0]

export default defineConfig(config)

/** For a build that carries only the messages of its own files. */
export const configOf = (isOwn: (file: string) => boolean) =>
  defineConfig({
    ...config,
    format: {
      ...po,
      parse: async (content, context) => {
        const all = await po.parse(content, context)
        return Object.fromEntries(
          Object.entries(all).filter(([, { origin }]) => origin?.some(([file]) => isOwn(file))),
        )
      },
    },
  })

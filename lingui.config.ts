import fromSources from '@lingui/cli/api/extractors/babel'
import { defineConfig, type ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { templates } from './src/contract/texts/texts.ts'

const TEXTS = 'src/contract/texts/texts.ts'

/** The server's sentences are messages too, each under its code. */
const fromContract: ExtractorType = {
  match: (filename) => filename.endsWith(TEXTS),
  extract(filename, _code, onMessageExtracted) {
    for (const [code, message] of Object.entries(templates)) {
      onMessageExtracted({ id: `server.${code}`, message, origin: [filename, 1], placeholders: {} })
    }
  },
}

// What the web app says to members and visitors. The operators' console speaks English only.
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [
    {
      path: '<rootDir>/src/web/i18n/{locale}',
      include: ['src/web', TEXTS],
      exclude: ['src/web/console/**'],
    },
  ],
  extractors: [fromContract, fromSources],
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
})

import { formatter } from '@lingui/format-po'
import { defineConfig } from '@lingui/conf'

// What the web app says to members and visitors. The operators' console speaks English only.
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  catalogs: [
    {
      path: '<rootDir>/src/web/i18n/{locale}',
      include: ['src/web'],
      exclude: ['src/web/console/**'],
    },
  ],
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
})

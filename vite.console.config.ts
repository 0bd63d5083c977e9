import tailwindcss from '@tailwindcss/vite'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { compiler } from './scripts/messages.ts'
import { LANGUAGE_SCRIPT } from './src/web/i18n/languages.ts'
import { CONSOLE_RETRY_SCRIPT } from './src/web/shell/retry-script.ts'
import { RELOAD_SCRIPT } from './src/web/shell/reload-script.ts'
import { THEME_SCRIPT } from './src/web/ui/theme.ts'

// The operators' console: an entry and a bundle of its own, so that no member loads a line of it.

const INLINE = [CONSOLE_RETRY_SCRIPT, RELOAD_SCRIPT, THEME_SCRIPT, LANGUAGE_SCRIPT].map(
  (script) => `<script>${script}</script>`,
)

const scriptsFirst: Plugin = {
  name: 'scripts-first',
  // Theme and language are on the document before the first paint, by the web app's own scripts.
  // Before the module script, so that the first one notices if that is lost.
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<title>', (title) => `${INLINE.join('')}${title}`),
  },
}

export default defineConfig({
  root: 'src/web/console',
  base: '/operator/',
  publicDir: false,
  plugins: [
    tailwindcss(),
    scriptsFirst,
    lingui({ configPath: 'lingui.console.config.ts' }),
    compiler(),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    outDir: '../../../build/console',
    emptyOutDir: true,
  },
})

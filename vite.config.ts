import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { messagePlugins, OWN_SOURCES } from './scripts/messages.ts'

// What every page needs comes as one file: many small ones weigh a tenth more once compressed.
const PACKAGES = /node_modules[/\\](react|react-dom|react-router|scheduler|@lingui)[/\\]/
const SHELL = /[/\\]web[/\\](root|client[/\\](paths|online|store)|shell[/\\](shell|waiting))\.tsx?$/
const PARTS =
  /[/\\]ui[/\\](button|card|error-page|icon|income-disclaimer|lazy-part|logo|theme-toggle)\.tsx?$/
const MARKS = /[/\\]ui[/\\](plan[/\\]plan-mark|toast[/\\]toast)\.tsx?$/
const TEXTS = /[/\\](i18n[/\\]language|ui[/\\]format[/\\]money-text)\.ts$/
const everyPage = (id: string) =>
  [PACKAGES, SHELL, PARTS, MARKS, TEXTS].some((part) => part.test(id))

// The compiler's memory costs bytes and saves work where something changes. Files that draw once,
// or as quickly as they would compare, say 'use no memo'.
const compiler = babel({
  include: OWN_SOURCES,
  plugins: messagePlugins,
  presets: [reactCompilerPreset()],
})

// What most pages of members need comes together as well, in two parts: visitors who sign in need
// the first. Each small file costs bytes of its own, and room in the manifest, which all load.
const TALK =
  /[/\\]web[/\\](session[/\\](api|leave|refresh)|client[/\\](api-error|create-call))\.ts$/
const ANSWERS = /[/\\]web[/\\]ui[/\\](notice|skeleton|copy-button)\.tsx$/
const READS = /[/\\](@tanstack[/\\](query-core|react-query)|web[/\\]member[/\\](live|me))[/\\]/
const FIGURES = /[/\\]web[/\\](ui[/\\](badge|stat|format[/\\][a-z-]+)|client[/\\]use-now)\.tsx?$/

const calls = (id: string) => TALK.test(id) || ANSWERS.test(id)
const members = (id: string) => READS.test(id) || FIGURES.test(id)

const output = {
  codeSplitting: {
    groups: [
      { name: 'every-page', test: everyPage },
      { name: 'calls', test: calls },
      { name: 'members', test: members },
    ],
  },
  // The manifest names every chunk, and names without meaning do not compress.
  chunkFileNames: 'assets/[name]-[hash:8].js',
  entryFileNames: 'assets/[name]-[hash:8].js',
}

// There is one style, linked by every page, and the routes' own manifest says which scripts to fetch
// beforehand: nothing is left for Vite to fetch before a part of a page, nor to carry along for it.
const withoutPreload: Plugin = {
  name: 'without-preload',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
  generateBundle(_, bundle) {
    const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'))
    if (styles.length > 1) this.error(`Parts with a style of their own would lack it: ${styles}`)
  },
}

export default defineConfig({
  plugins: [
    withoutPreload,
    tailwindcss(),
    reactRouter(),
    lingui({ failOnMissing: true }),
    compiler,
  ],
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: false },
  environments: { client: { build: { rolldownOptions: { output } } } },
})

import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vite'
import { messagePlugins } from './scripts/messages.ts'

// What every page needs comes as one file: many small ones weigh a tenth more once compressed.
const PACKAGES = /node_modules[/\\](react|react-dom|react-router|scheduler|@lingui)[/\\]/
const SHELL = /[/\\]web[/\\](root|paths|reachable|shell[/\\](shell|error-page|waiting))\.tsx?$/
const PARTS = /[/\\]ui[/\\](button|card|honesty-note|icon|logo|plan-mark|theme-toggle|toast)\.tsx?$/
const TEXTS = /[/\\](i18n[/\\]language|ui[/\\]money-text)\.ts$/
const everyPage = (id: string) => [PACKAGES, SHELL, PARTS, TEXTS].some((part) => part.test(id))

// The compiler's memory costs bytes and saves work where something changes: visitor pages stand
// still, and a field is as quickly drawn as compared.
const FIELD = /[/\\]ui[/\\]field\.tsx$/
const STANDING = [/[/\\]web[/\\](visitor|shell)[/\\]/, SHELL, PARTS, FIELD]
const compiler = babel({
  plugins: messagePlugins,
  overrides: [{ exclude: STANDING, presets: [reactCompilerPreset()] }],
})

const output = {
  codeSplitting: { groups: [{ name: 'every-page', test: everyPage }] },
  // The manifest names every chunk, and names without meaning do not compress.
  chunkFileNames: 'assets/[name]-[hash:8].js',
  entryFileNames: 'assets/[name]-[hash:8].js',
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), lingui({ failOnMissing: true }), compiler],
  // The routes' own manifest says what to fetch beforehand; a second helper for it is not needed.
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: false },
  environments: { client: { build: { rolldownOptions: { output } } } },
})

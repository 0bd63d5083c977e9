import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { messagePlugins, OWN_SOURCES } from './scripts/messages.ts'
import { THEME_SCRIPT } from './src/web/ui/theme.ts'

// The operators' console: an entry and a bundle of its own, so that no member loads a line of it.

const themeFirst: Plugin = {
  name: 'theme-first',
  // The theme is on the document before the first paint, by the same script as in the web app.
  transformIndexHtml: () => [{ tag: 'script', children: THEME_SCRIPT, injectTo: 'head' }],
}

const compiler = babel({
  include: OWN_SOURCES,
  plugins: messagePlugins,
  presets: [reactCompilerPreset()],
})

export default defineConfig({
  root: 'src/web/console',
  base: '/operator/',
  publicDir: false,
  plugins: [tailwindcss(), themeFirst, compiler],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    outDir: '../../../build/console',
    emptyOutDir: true,
  },
})

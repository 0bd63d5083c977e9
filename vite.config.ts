import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vite'
import { messagePlugins } from './scripts/messages.ts'

// The compiler's memory costs bytes and saves work where something changes: visitor pages stand
// still.
const compiler = babel({
  plugins: messagePlugins,
  overrides: [{ exclude: [/[/\\]web[/\\](visitor|shell)[/\\]/], presets: [reactCompilerPreset()] }],
})

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), lingui({ failOnMissing: true }), compiler],
  build: { target: 'es2023', assetsInlineLimit: 0 },
})

import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The compiler's memory costs bytes and saves work where something changes: visitor pages stand
// still.
const compiler = babel({
  presets: [reactCompilerPreset()],
  exclude: [/[/\\]node_modules[/\\]|\0rolldown\/runtime\.js/, /[/\\]web[/\\](visitor|shell)[/\\]/],
})

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), compiler],
  build: { target: 'es2023', assetsInlineLimit: 0 },
})

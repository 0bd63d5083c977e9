import type { Config } from '@react-router/dev/config'

// Visitor pages are written at build time; every other path is served by the one fallback page.
export default {
  appDirectory: 'src/web',
  ssr: false,
  prerender: ['/', '/plan', '/payplan', '/contact'],
} satisfies Config

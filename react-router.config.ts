import type { Config } from '@react-router/dev/config'

// Pages with a path of their own are written at build time, those of members without what is the
// member's; every other path is served by the one fallback page.
export const VISITORS = ['/', '/plan', '/payplan', '/contact', '/faq', '/terms', '/privacy']
const ENTRY = ['/login', '/register', '/welcome', '/verify-email']
const MEMBERS = [
  '/dashboard',
  '/mytree',
  '/familytree',
  '/account',
  '/referrals',
  '/earnings',
  '/statements',
  '/activity',
  '/proofs',
]

export default {
  appDirectory: 'src/web',
  ssr: false,
  prerender: [...VISITORS, ...ENTRY, ...MEMBERS],
} satisfies Config

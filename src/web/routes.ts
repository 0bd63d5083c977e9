import type { RouteConfig } from '@react-router/dev/routes'
import { index, layout, route } from '@react-router/dev/routes'

// All components in one place, for developers. No build includes it.
const gallery = process.argv.includes('dev') ? [route('gallery', 'gallery/gallery.tsx')] : []

/**
 * A page under a short name, because the manifest repeats all routes' names and every visitor loads
 * it.
 */
const page = (path: string, file: string) => route(path, file, { id: path.split('/')[0] ?? path })

export default [
  index('visitor/home/home.tsx', { id: 'home' }),
  page('plan', 'visitor/plan/plan.tsx'),
  page('payplan', 'visitor/plan/pay-plan.tsx'),
  page('contact', 'visitor/contact/contact.tsx'),
  page('faq', 'visitor/contact/faq.tsx'),
  page('terms', 'visitor/legal/terms.tsx'),
  page('privacy', 'visitor/legal/privacy.tsx'),
  layout('visitor/entry/guests-only.tsx', { id: 'guests' }, [
    page('login', 'visitor/sign-in/login.tsx'),
    page('register', 'visitor/sign-up/register.tsx'),
  ]),
  page('welcome', 'visitor/sign-up/welcome.tsx'),
  page('verify-email/:token?', 'visitor/sign-up/verify-email.tsx'),
  page('reset-password/:token', 'visitor/sign-in/reset-password.tsx'),
  page('not-me/:token', 'visitor/sign-in/not-me.tsx'),
  layout('member/area/member-area.tsx', { id: 'members' }, [
    page('dashboard', 'member/dashboard/dashboard.tsx'),
    page('mytree', 'member/network/my-tree/my-tree.tsx'),
    page('familytree', 'member/network/family-tree/family-tree.tsx'),
    page('account', 'member/account/account.tsx'),
    page('referrals', 'member/referrals/referrals.tsx'),
    page('earnings', 'member/earnings/earnings.tsx'),
    page('statements', 'member/statements/statements.tsx'),
    page('proofs', 'member/proofs/proofs.tsx'),
    page('activity', 'member/activity/activity.tsx'),
  ]),
  ...gallery,
  route('*', 'visitor/not-found.tsx', { id: 'not-found' }),
] satisfies RouteConfig

import type { RouteConfig } from '@react-router/dev/routes'
import { index, layout, route } from '@react-router/dev/routes'

// Every part of the design in one place, for those who work on it; no build has it.
const gallery = process.argv.includes('dev') ? [route('gallery', 'gallery/gallery.tsx')] : []

export default [
  layout('shell/shell.tsx', [
    index('visitor/home.tsx'),
    route('plan', 'visitor/plan.tsx'),
    route('payplan', 'visitor/pay-plan.tsx'),
    route('contact', 'visitor/contact.tsx'),
    route('terms', 'visitor/terms.tsx'),
    route('privacy', 'visitor/privacy.tsx'),
    layout('visitor/guests-only.tsx', [
      route('login', 'visitor/login.tsx'),
      route('register', 'visitor/register.tsx'),
    ]),
    route('welcome', 'visitor/welcome.tsx'),
    route('verify-email/:token?', 'visitor/verify-email.tsx'),
    route('reset-password/:token', 'visitor/reset-password.tsx'),
    route('not-me/:token', 'visitor/not-me.tsx'),
    layout('member/member-area.tsx', [
      route('dashboard', 'member/dashboard/dashboard.tsx'),
      route('mytree', 'member/my-tree/my-tree.tsx'),
      route('familytree', 'member/family-tree/family-tree.tsx'),
      route('account', 'member/account/account.tsx'),
      route('referrals', 'member/referrals/referrals.tsx'),
      route('earnings', 'member/earnings/earnings.tsx'),
      route('statements', 'member/statements/statements.tsx'),
      route('activity', 'member/activity/activity.tsx'),
    ]),
    ...gallery,
    route('*', 'visitor/not-found.tsx'),
  ]),
] satisfies RouteConfig

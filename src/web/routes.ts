import type { RouteConfig } from '@react-router/dev/routes'
import { index, layout, route } from '@react-router/dev/routes'

// Every part of the design in one place, for those who work on it; no build has it.
const gallery = process.argv.includes('dev') ? [route('gallery', 'gallery/gallery.tsx')] : []

export default [
  layout('shell/shell.tsx', [
    index('visitor/home/home.tsx'),
    route('plan', 'visitor/plan/plan.tsx'),
    route('payplan', 'visitor/plan/pay-plan.tsx'),
    route('contact', 'visitor/contact/contact.tsx'),
    route('terms', 'visitor/legal/terms.tsx'),
    route('privacy', 'visitor/legal/privacy.tsx'),
    layout('visitor/entry/guests-only.tsx', [
      route('login', 'visitor/sign-in/login.tsx'),
      route('register', 'visitor/sign-up/register.tsx'),
    ]),
    route('welcome', 'visitor/sign-up/welcome.tsx'),
    route('verify-email/:token?', 'visitor/sign-up/verify-email.tsx'),
    route('reset-password/:token', 'visitor/sign-in/reset-password.tsx'),
    route('not-me/:token', 'visitor/sign-in/not-me.tsx'),
    layout('member/area/member-area.tsx', [
      route('dashboard', 'member/dashboard/dashboard.tsx'),
      route('mytree', 'member/network/my-tree/my-tree.tsx'),
      route('familytree', 'member/network/family-tree/family-tree.tsx'),
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

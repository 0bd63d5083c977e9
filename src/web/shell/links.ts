import { paths } from '../paths.ts'
import type { IconName } from '../ui/icon.tsx'

export type NavLinkItem = { label: string; to: string; icon: IconName }

export const VISITOR_LINKS: NavLinkItem[] = [
  { label: 'Home', to: paths.home(), icon: 'home' },
  { label: 'Plan', to: paths.plan(), icon: 'plan' },
  { label: 'Pay Plan', to: paths.payPlan(), icon: 'tree' },
  { label: 'Contact Us', to: paths.contact(), icon: 'chat' },
]

export const MEMBER_LINKS: NavLinkItem[] = [
  { label: 'Dashboard', to: paths.dashboard(), icon: 'home' },
  { label: 'My Plan', to: paths.myTree(), icon: 'plan' },
  { label: 'Family Tree', to: paths.familyTree(), icon: 'tree' },
  { label: 'Contact Us', to: paths.contact(), icon: 'chat' },
]

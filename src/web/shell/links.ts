import { t } from '@lingui/core/macro'
import { paths } from '../client/paths.ts'
import type { IconName } from '../ui/icon.tsx'

export type NavLinkItem = { label: string; to: string; icon: IconName }

export const visitorLinks = (): NavLinkItem[] => [
  { label: t`Home`, to: paths.home(), icon: 'home' },
  { label: t`Plan`, to: paths.plan(), icon: 'plan' },
  { label: t`Pay Plan`, to: paths.payPlan(), icon: 'tree' },
  { label: t`Contact Us`, to: paths.contact(), icon: 'chat' },
]

export const memberLinks = (): NavLinkItem[] => [
  { label: t`Dashboard`, to: paths.dashboard(), icon: 'home' },
  { label: t`My Plan`, to: paths.myTree(), icon: 'plan' },
  { label: t`Family Tree`, to: paths.familyTree(), icon: 'tree' },
  { label: t`Contact Us`, to: paths.contact(), icon: 'chat' },
]

import type { CallName } from '../../../contract/routes.ts'
import type { IconName } from '../../ui/icon.tsx'
import { paths } from '../parts/console-paths.ts'

type NavigationLink = {
  label: string
  to: string
  icon: IconName
  /** The call behind the page: operators who may not make it don't see the link. */
  needs: CallName
  /** Which queue's size is shown beside the link. */
  queue?: 'withdrawals' | 'deposits' | 'messages' | 'approvals'
}

export type NavigationGroup = { label: string; links: NavigationLink[] }

/** The pages by what one comes for: work first. */
export const NAVIGATION: NavigationGroup[] = [
  {
    label: 'Queues',
    links: [
      {
        label: 'Withdrawals',
        to: paths.withdrawalQueue(),
        icon: 'withdraw',
        needs: 'operatorListWithdrawals',
        queue: 'withdrawals',
      },
      {
        label: 'Unmatched deposits',
        to: paths.depositQueue(),
        icon: 'deposit',
        needs: 'operatorListUnattributed',
        queue: 'deposits',
      },
      {
        label: 'Messages',
        to: paths.messageQueue(),
        icon: 'mail',
        needs: 'listMessages',
        queue: 'messages',
      },
      {
        label: 'Approvals',
        to: paths.approvalQueue(),
        icon: 'check',
        needs: 'listAdjustments',
        queue: 'approvals',
      },
    ],
  },
  {
    label: 'Records',
    links: [
      { label: 'Members', to: paths.members(), icon: 'people', needs: 'listMembers' },
      { label: 'Deposits', to: paths.deposits(), icon: 'deposit', needs: 'operatorListDeposits' },
      {
        label: 'Withdrawals',
        to: paths.withdrawals(),
        icon: 'wallet',
        needs: 'operatorListWithdrawals',
      },
      { label: 'Payouts', to: paths.payouts(), icon: 'forward', needs: 'listPayouts' },
      { label: 'Profiles', to: paths.profiles(), icon: 'user', needs: 'operatorListProfiles' },
      { label: 'Journals', to: paths.journals(), icon: 'plan', needs: 'listJournals' },
      { label: 'Adjustments', to: paths.adjustments(), icon: 'edit', needs: 'listAdjustments' },
      { label: 'Catalogs', to: paths.catalogs(), icon: 'tree', needs: 'listCatalogs' },
    ],
  },
  {
    label: 'Company',
    links: [
      { label: 'Overview', to: paths.overview(), icon: 'home', needs: 'getOverview' },
      { label: 'Alerts', to: paths.alerts(), icon: 'alert', needs: 'listAlerts' },
      { label: 'System', to: paths.system(), icon: 'system', needs: 'getCustody' },
      { label: 'Audit log', to: paths.audit(), icon: 'eye', needs: 'listAuditEntries' },
      { label: 'Operators', to: paths.operators(), icon: 'lock', needs: 'listOperators' },
      { label: 'API keys', to: paths.apiKeys(), icon: 'lock', needs: 'listApiKeys' },
      { label: 'Webhooks', to: paths.webhooks(), icon: 'share', needs: 'listWebhooks' },
      { label: 'Readiness', to: paths.readiness(), icon: 'shield', needs: 'getReadinessChecklist' },
    ],
  },
]

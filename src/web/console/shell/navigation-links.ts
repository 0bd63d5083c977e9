import type { CallName } from '../../../contract/index.ts'
import type { IconName } from '../../ui/icon.tsx'
import { paths } from '../parts/console-paths.ts'

export type NavigationLink = {
  label: string
  to: string
  icon: IconName
  /** The call behind the page: whoever may not make it does not see the link. */
  needs: CallName
  /** Which figure of the queues stands beside the link. */
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
        needs: 'findWithdrawals',
        queue: 'withdrawals',
      },
      {
        label: 'Unmatched deposits',
        to: paths.depositQueue(),
        icon: 'deposit',
        needs: 'findUnattributed',
        queue: 'deposits',
      },
      {
        label: 'Messages',
        to: paths.messageQueue(),
        icon: 'mail',
        needs: 'findMessages',
        queue: 'messages',
      },
      {
        label: 'Approvals',
        to: paths.approvalQueue(),
        icon: 'check',
        needs: 'findAdjustments',
        queue: 'approvals',
      },
    ],
  },
  {
    label: 'Records',
    links: [
      { label: 'Members', to: paths.members(), icon: 'people', needs: 'findMembers' },
      { label: 'Deposits', to: paths.deposits(), icon: 'deposit', needs: 'findDeposits' },
      { label: 'Withdrawals', to: paths.withdrawals(), icon: 'wallet', needs: 'findWithdrawals' },
      { label: 'Payouts', to: paths.payouts(), icon: 'forward', needs: 'findPayouts' },
      { label: 'Profiles', to: paths.profiles(), icon: 'user', needs: 'findProfiles' },
      { label: 'Journals', to: paths.journals(), icon: 'plan', needs: 'findJournals' },
      { label: 'Adjustments', to: paths.adjustments(), icon: 'edit', needs: 'findAdjustments' },
      { label: 'Catalogues', to: paths.catalogues(), icon: 'tree', needs: 'listCatalogues' },
    ],
  },
  {
    label: 'House',
    links: [
      { label: 'Overview', to: paths.overview(), icon: 'home', needs: 'overview' },
      { label: 'Alerts', to: paths.alerts(), icon: 'alert', needs: 'listAlerts' },
      { label: 'System', to: paths.system(), icon: 'system', needs: 'reportCustody' },
      { label: 'Audit log', to: paths.audit(), icon: 'eye', needs: 'findAuditEntries' },
      { label: 'Operators', to: paths.operators(), icon: 'lock', needs: 'findOperators' },
      { label: 'Go-live', to: paths.goLive(), icon: 'shield', needs: 'getGoLive' },
    ],
  },
]

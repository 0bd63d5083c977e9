import { t } from '@lingui/core/macro'
import type { CallName } from '../../../contract/routes.ts'
import type { IconName } from '../../ui/icon.tsx'
import { paths } from '../parts/console-paths.ts'

type NavigationLink = {
  label: string
  to: string
  icon: IconName
  /** The call behind the page. Operators who may not make it don't see the link. */
  needs: CallName
  /** The queue whose size is shown next to the link. */
  queue?: 'withdrawals' | 'deposits' | 'messages' | 'approvals'
}

export type NavigationGroup = { label: string; links: NavigationLink[] }

/** The pages by purpose, work first. */
export const NAVIGATION: NavigationGroup[] = [
  {
    label: t`Queues`,
    links: [
      {
        label: t`Withdrawals`,
        to: paths.withdrawalQueue(),
        icon: 'withdraw',
        needs: 'operatorListWithdrawals',
        queue: 'withdrawals',
      },
      {
        label: t`Unmatched deposits`,
        to: paths.depositQueue(),
        icon: 'deposit',
        needs: 'operatorListUnattributed',
        queue: 'deposits',
      },
      {
        label: t`Messages`,
        to: paths.messageQueue(),
        icon: 'mail',
        needs: 'listMessages',
        queue: 'messages',
      },
      {
        label: t`Approvals`,
        to: paths.approvalQueue(),
        icon: 'check',
        needs: 'listAdjustments',
        queue: 'approvals',
      },
    ],
  },
  {
    label: t`Records`,
    links: [
      { label: t`Members`, to: paths.members(), icon: 'people', needs: 'listMembers' },
      { label: t`Deposits`, to: paths.deposits(), icon: 'deposit', needs: 'operatorListDeposits' },
      {
        label: t`Withdrawals`,
        to: paths.withdrawals(),
        icon: 'wallet',
        needs: 'operatorListWithdrawals',
      },
      { label: t`Payouts`, to: paths.payouts(), icon: 'forward', needs: 'listPayouts' },
      { label: t`Profiles`, to: paths.profiles(), icon: 'user', needs: 'operatorListProfiles' },
      { label: t`Journals`, to: paths.journals(), icon: 'plan', needs: 'listJournals' },
      { label: t`Adjustments`, to: paths.adjustments(), icon: 'edit', needs: 'listAdjustments' },
      { label: t`Catalogs`, to: paths.catalogs(), icon: 'tree', needs: 'listCatalogs' },
    ],
  },
  {
    label: t`Company`,
    links: [
      { label: t`Overview`, to: paths.overview(), icon: 'home', needs: 'getOverview' },
      { label: t`Alerts`, to: paths.alerts(), icon: 'alert', needs: 'listAlerts' },
      {
        label: t`Incidents`,
        to: paths.incidents(),
        icon: 'alert',
        needs: 'operatorListIncidents',
      },
      {
        label: t`Member import`,
        to: paths.memberImports(),
        icon: 'people',
        needs: 'listMemberImports',
      },
      { label: t`System`, to: paths.system(), icon: 'system', needs: 'getCustody' },
      { label: t`Audit log`, to: paths.audit(), icon: 'eye', needs: 'listAuditEntries' },
      { label: t`Operators`, to: paths.operators(), icon: 'lock', needs: 'listOperators' },
      { label: t`API keys`, to: paths.apiKeys(), icon: 'lock', needs: 'listApiKeys' },
      { label: t`Webhooks`, to: paths.webhooks(), icon: 'share', needs: 'listWebhooks' },
      {
        label: t`Readiness`,
        to: paths.readiness(),
        icon: 'shield',
        needs: 'getReadinessChecklist',
      },
    ],
  },
]

import { Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import type { RouteObject } from 'react-router'
import { ErrorPage } from '../ui/error-page.tsx'
import { Gate } from './shell/gate.tsx'
import { NoPage } from './shell/no-page.tsx'
import { PageMissing } from './shell/page-missing.tsx'

type Loaded = Promise<ComponentType>

/** A page in its own chunk, loaded when opened. */
const page = (path: string, load: () => Loaded): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

const pages: RouteObject[] = [
  page('/', () => import('./overview/overview.tsx').then((m) => m.Overview)),
  page('/queue/withdrawals', () =>
    import('./withdrawal/withdrawal-queue.tsx').then((m) => m.WithdrawalQueue),
  ),
  page('/queue/deposits', () => import('./deposit/deposit-queue.tsx').then((m) => m.DepositQueue)),
  page('/queue/messages', () => import('./message/message-queue.tsx').then((m) => m.MessageQueue)),
  page('/queue/approvals', () =>
    import('./approval/approval-queue.tsx').then((m) => m.ApprovalQueue),
  ),
  page('/members', () => import('./member/member-list.tsx').then((m) => m.MemberList)),
  page('/members/:id', () => import('./member/member-page.tsx').then((m) => m.MemberPage)),
  page('/deposits', () => import('./deposit/deposit-list.tsx').then((m) => m.DepositList)),
  page('/withdrawals', () =>
    import('./withdrawal/withdrawal-list.tsx').then((m) => m.WithdrawalList),
  ),
  page('/journals', () => import('./ledger/journal-list.tsx').then((m) => m.JournalList)),
  page('/adjustments', () => import('./ledger/adjustment-list.tsx').then((m) => m.AdjustmentList)),
  page('/catalogs', () => import('./catalog/catalog-list.tsx').then((m) => m.CatalogList)),
  page('/catalogs/edit', () => import('./catalog/catalog-editor.tsx').then((m) => m.CatalogEditor)),
  page('/withdrawals/:id', () =>
    import('./withdrawal/withdrawal-page.tsx').then((m) => m.WithdrawalPage),
  ),
  page('/payouts', () => import('./payout/payout-list.tsx').then((m) => m.PayoutList)),
  page('/payouts/:id', () => import('./payout/payout-page.tsx').then((m) => m.PayoutPage)),
  page('/profiles', () => import('./member/profile-list.tsx').then((m) => m.ProfileList)),
  page('/journals/:id', () => import('./ledger/journal-page.tsx').then((m) => m.JournalPage)),
  page('/alerts', () => import('./monitoring/alerts.tsx').then((m) => m.Alerts)),
  page('/incidents', () => import('./incident/incident-list.tsx').then((m) => m.IncidentList)),
  page('/import', () => import('./import/import-page.tsx').then((m) => m.ImportPage)),
  page('/operators', () => import('./staff/operators-page.tsx').then((m) => m.OperatorsPage)),
  page('/api-keys', () => import('./api-key/api-key-list.tsx').then((m) => m.ApiKeyList)),
  page('/webhooks', () => import('./webhook/webhook-list.tsx').then((m) => m.WebhookList)),
  page('/webhooks/:id', () => import('./webhook/webhook-page.tsx').then((m) => m.WebhookPage)),
  page('/readiness', () => import('./readiness/readiness-page.tsx').then((m) => m.ReadinessPage)),
  page('/system', () => import('./system/system-page.tsx').then((m) => m.SystemPage)),
  page('/audit', () => import('./audit/audit-log.tsx').then((m) => m.AuditLog)),
  page('/security', () => import('./sign-in/security-page.tsx').then((m) => m.SecurityPage)),
]

export const router = createBrowserRouter(
  [
    {
      element: <Gate />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: (
        <p className="sr-only">
          <Trans>Loading…</Trans>
        </p>
      ),
      children: [
        { errorElement: <PageMissing />, children: pages },
        { path: '*', element: <NoPage /> },
      ],
    },
  ],
  { basename: '/operator' },
)

import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import type { RouteObject } from 'react-router'
import { ErrorPage } from '../shell/error-page.tsx'
import { Gate } from './shell/gate.tsx'
import { NoPage } from './shell/no-page.tsx'

type Loaded = Promise<ComponentType>

/** A page in a file of its own, fetched when it is opened. */
const page = (path: string, load: () => Loaded): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

const pages: RouteObject[] = [
  page('/', () => import('./member/member-list.tsx').then((m) => m.MemberList)),
  page('/members', () => import('./member/member-list.tsx').then((m) => m.MemberList)),
  page('/deposits', () => import('./object/deposit-list.tsx').then((m) => m.DepositList)),
  page('/withdrawals', () => import('./object/withdrawal-list.tsx').then((m) => m.WithdrawalList)),
  page('/journals', () => import('./object/journal-list.tsx').then((m) => m.JournalList)),
  page('/adjustments', () => import('./object/adjustment-list.tsx').then((m) => m.AdjustmentList)),
]

export const router = createBrowserRouter(
  [
    {
      element: <Gate />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <p className="sr-only">Loading…</p>,
      children: [...pages, { path: '*', element: <NoPage /> }],
    },
  ],
  { basename: '/operator' },
)

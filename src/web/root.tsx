import './ui/theme.css'
import geistUrl from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import { lazy, Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { ErrorPage } from './shell/error-page.tsx'
import { Waiting } from './shell/waiting.tsx'
import { startSession } from './session/session.ts'
import { useStanding } from './ui/use-standing.ts'
import { THEME_SCRIPT } from './ui/theme.ts'

const Toaster = lazy(async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }))

export const links = () => [
  { rel: 'preload', href: geistUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The inline script sets the class before React knows the document.
    <html lang="en" className="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0b1418" suppressHydrationWarning />
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body className="font-sans text-[0.9375rem] leading-normal">
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  // The toaster is no part of the first paint: it is fetched once the page stands.
  const standing = useStanding()
  useEffect(() => {
    void startSession()
  }, [])
  return (
    <>
      <Outlet />
      <Suspense>{standing && <Toaster />}</Suspense>
    </>
  )
}

export function HydrateFallback() {
  return <Waiting />
}

export { ErrorPage as ErrorBoundary }

'use no memo'

import geistUrl from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import styleUrl from './app.css?url'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Fragment, useEffect, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'
import { languages } from '../contract/fields/languages.ts'
import { ErrorPage } from './ui/error-page.tsx'
import { AsWritten } from './shell/as-written.tsx'
import { startLanguage, useLanguage, watchLanguage } from './i18n/language.ts'
import { firstScript } from './shell/first-script.ts'
import { Shell } from './shell/shell.tsx'
import { Waiting } from './shell/waiting.tsx'
import { setSession } from './session/session.ts'
import { readAccessToken, watchOtherTabs } from './session/tokens.ts'
import { entityText, supportText } from './visitor/contact/support.ts'
import { disclosureText } from './ui/income-disclaimer.tsx'
import { lazyPart } from './ui/lazy-part.tsx'
import { dismissErrors, showToastAfterReload, useToastsWanted } from './ui/toast/toast.ts'

const Toaster = lazyPart(async () => (await import('./ui/toaster.tsx')).Toaster)

// The browser has read this before the first script runs, so only the prerendered page has it.
const head = () => [
  { rel: 'preload', href: geistUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

// The stylesheet is linked, not imported, because a lazy chunk would request it again.
export const links = () => [
  { rel: 'stylesheet', href: styleUrl },
  ...(import.meta.env.SSR ? head() : []),
]

// It has run before React loads, so only the prerendered page has it.
const FIRST_SCRIPT = firstScript()

export function Layout({ children }: { children: ReactNode }) {
  // The title changes with the language.
  useLanguage()
  return (
    // The inline script sets the class before React knows the document.
    <html lang="en" className="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0b1418" suppressHydrationWarning />
        <meta name="support" content={supportText()} />
        <meta name="entity" content={entityText()} />
        {languages.map((each) => (
          <meta key={each} name={`disclosure-${each}`} content={disclosureText(each)} />
        ))}
        <script dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body className="font-sans text-[0.9375rem] leading-normal">
        <I18nProvider i18n={i18n}>{children}</I18nProvider>
        <Scripts />
        <KeepScroll />
      </body>
    </html>
  )
}

/**
 * Scrolls to where a page was left. A separate script does this for the prerendered page before
 * React loads. Rendering that script again would create one from a string.
 */
const KeepScroll = import.meta.env.SSR
  ? ScrollRestoration
  : function KeepScroll() {
      useScrollRestoration()
      return null
    }

/** A visitor without a token needs no code that talks to the server. */
function begin(): void {
  if (readAccessToken()) void import('./session/sign-in.ts').then((module) => module.startSession())
  else {
    setSession({ status: 'anonymous' })
    watchOtherTabs(async (signedIn) => (await import('./session/sign-in.ts')).takeOver(signedIn))
  }
}

export default function App() {
  // The toaster isn't part of a first visit. It loads when there is a message.
  const toastsWanted = useToastsWanted()
  const language = useLanguage()
  const { pathname } = useLocation()
  // Before the effects of the next page, which may have its own failures to show.
  useLayoutEffect(dismissErrors, [pathname])
  useEffect(() => {
    // What failed before that is in English. The page mounts again, and says it in its language.
    void startLanguage(dismissErrors).then(() => window.replayEarlyInput?.())
    watchLanguage(async (other) =>
      (await import('./session/change-language.ts')).followLanguage(other),
    )
    showToastAfterReload()
    begin()
  }, [])
  // From now on, React handles everything, unless another language is loading.
  useLayoutEffect(() => window.replayEarlyInput?.(), [])
  return (
    <>
      {/* A language change remounts everything, so no text needs to track it. */}
      <Fragment key={language}>
        <AsWritten>
          <Shell>
            <Outlet />
          </Shell>
        </AsWritten>
      </Fragment>
      {toastsWanted && <Toaster />}
    </>
  )
}

export function HydrateFallback() {
  return <Waiting />
}

export { ErrorPage as ErrorBoundary }

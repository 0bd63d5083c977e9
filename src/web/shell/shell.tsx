import { Outlet } from 'react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'

export default function Shell() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className={
          'sr-only z-30 rounded-md bg-accent px-4 py-2 font-semibold ' +
          'text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3'
        }
      >
        Skip to content
      </a>
      <Header />
      <OfflineBanner />
      <main id="main" className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

type HeadProps = { title: string; intro?: string | undefined; children?: ReactNode }

/** A page's name in the browser's tab. */
export const PageTitle = ({ title }: { title: string }) => (
  <title>{t`${title} · Twofold console`}</title>
)

/** A page's name, its purpose, and the actions for the whole page. */
export function Head({ title, intro, children }: HeadProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <PageTitle title={title} />
      <div className="min-w-0">
        <h1 className="text-xl leading-tight font-semibold wrap-anywhere">{title}</h1>
        {intro && <p className="mt-1 max-w-2xl text-sm text-soft">{intro}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  )
}

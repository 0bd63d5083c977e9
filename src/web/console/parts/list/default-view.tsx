import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Head } from '../head.tsx'
import { useDefaultSearch } from './use-views.ts'

type DefaultViewProps = {
  list: string
  hasViews: boolean
  title: string
  intro: string | undefined
  children: ReactNode
}

/** Opens a list with the operator's default view of it, if there is one. */
export function DefaultView({ list, hasViews, title, intro, children }: DefaultViewProps) {
  const search = useDefaultSearch(list, hasViews)
  if (search === null) return children
  if (search !== undefined) return <Navigate to={{ search }} replace />
  return (
    <>
      <Head title={title} intro={intro} />
      <SkeletonRows rows={8} label={t`Loading ${title.toLowerCase()}`} />
    </>
  )
}

import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon.tsx'

/** A notice of the app about itself. */
export function NoticeCard(props: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-lg border border-line bg-sheet p-4 shadow-sheet">
      <Icon name={props.icon} className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{props.title}</p>
        {props.children}
      </div>
    </div>
  )
}

import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Tab = { value: string; label: string; panel: ReactNode }

type TabsProps = {
  tabs: Tab[]
  label: string
  /** Shown first; the first tab by default. */ initial?: string
}

export function Tabs({ tabs, label, initial }: TabsProps) {
  return (
    <Base.Root defaultValue={initial ?? tabs[0]?.value}>
      <Base.List
        aria-label={label}
        className="relative flex gap-6 border-b border-line text-[0.9375rem]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-11 font-medium text-faint hover:text-ink data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator
          className={
            'absolute bottom-[-1px] left-0 h-0.5 w-(--active-tab-width) ' +
            'translate-x-(--active-tab-left) bg-accent transition-all duration-200 ' +
            'ease-fold'
          }
        />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-1">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

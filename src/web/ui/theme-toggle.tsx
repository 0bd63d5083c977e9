'use no memo'

import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { applyTheme, nextTheme, readTheme, watchTheme } from './theme.ts'

const ICONS = { dark: 'moon', light: 'sun', system: 'system' } as const
const WORDS = {
  dark: msg`Dark theme`,
  light: msg`Light theme`,
  system: msg`Theme of this device`,
}

// The page was prerendered without knowing the visitor, so the server's snapshot is the default.
export const useThemeChoice = () =>
  useSyncExternalStore(watchTheme, readTheme, () => 'dark' as const)

/**
 * Cycles through dark, light and the device's theme. Its name stays, and its title shows the
 * current one.
 */
export function ThemeToggle() {
  const choice = useThemeChoice()
  return (
    <button
      type="button"
      aria-label={t`Toggle theme`}
      title={i18n._(WORDS[choice])}
      onClick={() => applyTheme(nextTheme(choice))}
      className={
        'grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-raised ' +
        'hover:text-ink'
      }
    >
      <Icon name={ICONS[choice]} />
    </button>
  )
}

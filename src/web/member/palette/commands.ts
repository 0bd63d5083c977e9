import { t } from '@lingui/core/macro'
import { changeLanguage } from '../../session/change-language.ts'
import { LANGUAGES } from '../../i18n/languages.ts'
import { copyReferralLink } from '../referrals/copy-referral-link.ts'
import { paths } from '../../client/paths.ts'
import { readSession } from '../../session/session.ts'
import { signOut } from '../../session/sign-out.ts'
import type { IconName } from '../../ui/icon.tsx'
import { applyTheme } from '../../ui/theme.ts'
import { listDestinations } from './destinations.ts'
import { entriesOf } from '../../../domain/records.ts'

export type Command = {
  value: string
  label: string
  icon: IconName
  keys?: string
  run: () => void
}
export type CommandGroup = { value: string; items: Command[] }

type Doings = { go: (to: string) => void; showKeys: () => void }

/** Everything in the palette: first the actions, then the destinations. */
export function listCommands({ go, showKeys }: Doings): CommandGroup[] {
  const destinations = listDestinations().map(({ label, to, icon, letter }) => ({
    value: to,
    label,
    icon,
    ...(letter && { keys: `g ${letter}` }),
    run: () => go(to),
  }))
  return [
    { value: t`Do`, items: listActions({ go, showKeys }) },
    { value: t`Go to`, items: destinations },
    { value: t`Settings`, items: listSettings() },
  ]
}

function listActions({ go, showKeys }: Doings): Command[] {
  const session = readSession()
  const code = session.status === 'member' ? session.user.referral_code : ''
  const deposit = paths.dashboard({ deposit: 'new' })
  const withdraw = paths.account({ withdraw: 'new' })
  return [
    { value: 'deposit', label: t`Deposit Funds`, icon: 'deposit', run: () => go(deposit) },
    { value: 'withdraw', label: t`Withdraw Funds`, icon: 'withdraw', run: () => go(withdraw) },
    {
      value: 'copy-link',
      label: t`Copy Referral Link`,
      icon: 'share',
      run: () => void copyReferralLink(code),
    },
    { value: 'keys', label: t`Keyboard shortcuts`, icon: 'info', keys: '?', run: showKeys },
    { value: 'logout', label: t`Logout`, icon: 'exit', run: () => void signOut() },
  ]
}

function listSettings(): Command[] {
  const languages = entriesOf(LANGUAGES)
  return [
    { value: 'dark', label: t`Dark theme`, icon: 'moon', run: () => applyTheme('dark') },
    { value: 'light', label: t`Light theme`, icon: 'sun', run: () => applyTheme('light') },
    {
      value: 'system',
      label: t`Theme of this device`,
      icon: 'system',
      run: () => applyTheme('system'),
    },
    ...languages.map(([code, { name }]) => ({
      value: code,
      label: name,
      icon: 'chat' as const,
      run: () => void changeLanguage(code),
    })),
  ]
}

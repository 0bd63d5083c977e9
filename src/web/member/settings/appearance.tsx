import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLanguage } from '../../i18n/language.ts'
import type { Language } from '../../i18n/languages.ts'
import type { User } from '../../session/session.ts'
import { LanguageChoice } from '../../shell/language-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { passFocusOn } from '../../ui/focus/pass-focus-on.ts'
import { useThemeChoice } from '../../ui/theme-toggle.tsx'
import { applyTheme } from '../../ui/theme.ts'

const THEMES = [
  { value: 'dark', label: msg`Dark` },
  { value: 'light', label: msg`Light` },
  { value: 'system', label: msg`Same as this device` },
] as const

/** The language, which the server knows too, and the theme of this browser. */
export function Appearance({ user }: { user: User }) {
  return (
    <Card label={t`Language and appearance`} className="min-w-0 p-5 sm:p-6">
      <h3 className="text-lg font-semibold">
        <Trans>Language and appearance</Trans>
      </h3>
      <div className="mt-4">
        <p className="text-sm font-medium text-soft">
          <Trans>Language of pages, emails, and statements</Trans>
        </p>
        <LanguageChoice className="mt-1 -ms-2" />
        <OtherLanguage ofAccount={user.language} isView={user.viewed_by !== null} />
      </div>
      <Theme />
    </Card>
  )
}

/** A browser may prefer, or remember, another language than the account has. */
function OtherLanguage({ ofAccount, isView }: { ofAccount: Language; isView: boolean }) {
  const ofPage = useLanguage()
  if (ofAccount === ofPage) return null
  const names = new Intl.DisplayNames(ofPage, { type: 'language' })
  const [theirs, ours] = [names.of(ofAccount), names.of(ofPage)]
  const useOurs = async (): Promise<void> => {
    const { changeLanguage } = await import('../../session/change-language.ts')
    await changeLanguage(ofPage)
  }
  return (
    <div ref={passFocusOn} className="mt-2 text-sm text-soft">
      <p>
        <Trans>Your emails and statements are in {theirs}.</Trans>
      </p>
      {!isView && (
        <Button size="small" className="mt-2" onClick={() => void useOurs()}>
          <Trans>Send them in {ours}</Trans>
        </Button>
      )}
    </div>
  )
}

function Theme() {
  const choice = useThemeChoice()
  return (
    <fieldset className="mt-4">
      <legend className="text-sm font-medium text-soft">
        <Trans>Theme of this browser</Trans>
      </legend>
      <div className="mt-1.5 flex flex-wrap gap-x-5">
        {THEMES.map(({ value, label }) => (
          <label
            key={value}
            className="inline-flex min-h-9 items-center gap-2 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={choice === value}
              onChange={() => applyTheme(value)}
              className="size-4.5"
            />
            {i18n._(label)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

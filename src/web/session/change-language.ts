import { t } from '@lingui/core/macro'
import { chooseLanguage } from '../i18n/language.ts'
import type { Language } from '../i18n/languages.ts'
import { keepUser, readSession } from './session.ts'

/** Changes the language of the pages, and of the emails and statements of who is signed in. */
export async function changeLanguage(language: Language): Promise<void> {
  await chooseLanguage(language)
  const session = readSession()
  if (session.status !== 'member' || session.user.viewed_by !== null) return
  try {
    const { call } = await import('./api.ts')
    keepUser(await call('updateMe', { body: { language } }))
  } catch (error) {
    const { toastFailure } = await import('../ui/toast/toast-failure.ts')
    toastFailure(error, t`We couldn’t save the language of your emails.`)
  }
}

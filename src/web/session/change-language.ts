import { t } from '@lingui/core/macro'
import { chooseLanguage, isLanguage } from '../i18n/language.ts'
import type { Language } from '../i18n/languages.ts'
import { keepDrafts } from './drafts.ts'
import { keepUser, readSession } from './session.ts'

/** Open dialogs and typed text stay, although the whole page is rendered again. */
async function choose(language: Language): Promise<void> {
  const { keepTyped } = await import('../client/keep-typed.ts')
  let putBack: (() => void) | undefined
  await chooseLanguage(language, () => {
    // Dialogs with forms reopen from their drafts.
    keepDrafts()
    putBack = keepTyped()
  })
  // React has rendered the page by then.
  setTimeout(() => putBack?.())
}

/** Follows another tab. An open dialog keeps its language, because its steps would start over. */
export async function followLanguage(language: string | null): Promise<void> {
  if (!language || !isLanguage(language)) return
  if (document.querySelector('[role=dialog]') === null) await choose(language)
}

/** Changes the language of the pages, and of the signed-in member's emails and statements. */
export async function changeLanguage(language: Language): Promise<void> {
  await choose(language)
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

import { Plural, Trans } from '@lingui/react/macro'
import { languageName } from '../../../contract/fields/languages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { focusIfLost } from '../../ui/focus/focus-if-lost.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { wordsOf } from '../parts/list/filter.ts'
import { missingLanguages, type PublishedText } from './translate-form.tsx'

type PublishedVersionProps = {
  text: PublishedText
  /** Called with this version's part of the page. Null for operators without the right. */
  onTranslate: ((place: Element | null) => void) | null
}

/** A version of a text, and its translations. */
export function PublishedVersion({ text, onTranslate }: PublishedVersionProps) {
  return (
    <details className="border-b border-line last:border-0">
      <summary className="flex cursor-pointer flex-wrap items-center gap-3 px-4 py-2.5 text-sm">
        <span className="font-medium">
          <Trans>
            {wordsOf(text.kind)}, version {text.version}
          </Trans>
        </span>
        {text.in_force && (
          <Badge tone="good">
            <Trans>In force</Trans>
          </Badge>
        )}
        <span className="text-xs text-faint">
          <Trans>
            {text.published_by}, {dateTimeText(text.published_at)}; accepted by{' '}
            <Plural value={text.accepted_by} one="# member" other="# members" />
          </Trans>
        </span>
      </summary>
      <div lang={text.language} className="px-4 pb-4">
        {text.translations.length > 0 && (
          <h3 className="text-sm font-medium">{languageName(text.language)}</h3>
        )}
        <p className="text-sm wrap-anywhere whitespace-pre-wrap text-soft">{text.body}</p>
      </div>
      {text.translations.map((translation) => (
        <div key={translation.language} lang={translation.language} className="px-4 pb-4">
          {/* The button to translate disappears after the last translation. */}
          <h3 ref={focusIfLost} tabIndex={-1} className="text-sm font-medium outline-none">
            {languageName(translation.language)}
          </h3>
          <p className="text-sm wrap-anywhere whitespace-pre-wrap text-soft">{translation.body}</p>
        </div>
      ))}
      {onTranslate && text.in_force && missingLanguages(text).length > 0 && (
        <div className="px-4 pb-4">
          <Button
            size="small"
            onClick={({ currentTarget }) => onTranslate(currentTarget.closest('details'))}
          >
            <Trans>Translate</Trans>
          </Button>
        </div>
      )}
    </details>
  )
}

/** The button to translate the version or, once it is gone, the newest translation. */
export function focusVersion(place: Element | null): void {
  const button = place?.querySelector<HTMLElement>('button')
  const newest = [...(place?.querySelectorAll<HTMLElement>('h3[tabindex]') ?? [])].at(-1)
  ;(button ?? newest)?.focus()
}

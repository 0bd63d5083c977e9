import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LANGUAGES } from '../../../contract/fields/languages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { wordsOf } from '../parts/list/filter.ts'
import { Section } from '../parts/section.tsx'
import { useMay } from '../session/permission.ts'
import { missingLanguages, TranslateForm, type PublishedText } from './translate-form.tsx'
import { PublishForm } from './publish-form.tsx'
import { legalTextsQuery } from './queries.ts'

/** Terms and privacy text by version: who published them, and how many members accepted them. */
export function LegalTexts() {
  const mayPublish = useMay('publishLegalText')
  const [open, setOpen] = useState(false)
  const [translated, setTranslated] = useState<PublishedText>()
  const texts = useQuery(legalTextsQuery)
  const results = texts.data?.results ?? []
  return (
    <Section
      title={t`Terms and privacy`}
      flush
      actions={
        mayPublish && (
          <Button size="small" onClick={() => setOpen(true)}>
            <Trans>Publish a text</Trans>
          </Button>
        )
      }
    >
      {results.length === 0 && (
        <p className="px-4 py-5 text-sm text-faint">
          <Trans>No text is published yet.</Trans>
        </p>
      )}
      {results.map((text) => (
        <details key={text.id} className="border-b border-line last:border-0">
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
              <h3 className="text-sm font-medium">{LANGUAGES[text.language].name}</h3>
            )}
            <p className="text-sm break-words whitespace-pre-wrap text-soft">{text.body}</p>
          </div>
          {text.translations.map((translation) => (
            <div key={translation.language} lang={translation.language} className="px-4 pb-4">
              <h3 className="text-sm font-medium">{LANGUAGES[translation.language].name}</h3>
              <p className="text-sm break-words whitespace-pre-wrap text-soft">
                {translation.body}
              </p>
            </div>
          ))}
          {mayPublish && text.in_force && missingLanguages(text).length > 0 && (
            <div className="px-4 pb-4">
              <Button size="small" onClick={() => setTranslated(text)}>
                <Trans>Translate</Trans>
              </Button>
            </div>
          )}
        </details>
      ))}
      <Dialog
        wide
        open={open}
        onClose={() => setOpen(false)}
        title={t`Publish a text`}
        description={t`Takes effect right away. New members accept it when they register.`}
      >
        <PublishForm onClose={() => setOpen(false)} />
      </Dialog>
      <Dialog
        wide
        open={translated !== undefined}
        onClose={() => setTranslated(undefined)}
        title={t`Translate a text`}
        description={t`A translation belongs to this version and can’t be changed afterwards. The original prevails.`}
      >
        {translated && <TranslateForm text={translated} onClose={() => setTranslated(undefined)} />}
      </Dialog>
    </Section>
  )
}

'use no memo'

import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { languageName } from '../../../contract/fields/languages.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { entityText } from '../contact/support.ts'
import { useLegalTexts, type LegalTexts } from './legal-texts.ts'

type LegalPageProps = { kind: 'terms' | 'privacy'; title: string }

type Shown = NonNullable<LegalTexts['terms']>

function noticeOf({ language, original_language: original }: Shown, isOriginal: boolean): string {
  const name = languageName(original)
  if (language !== original) {
    return t`This is a translation. If it differs, the original in ${name} prevails.`
  }
  return isOriginal
    ? t`This is the original in ${name}, which prevails over its translations.`
    : t`This text isn’t translated yet. This is the original in ${name}.`
}

/** One of the texts that members accept, as published: plain text in paragraphs. */
export function LegalPage({ kind, title }: LegalPageProps) {
  const wanted = useLanguage()
  const [isOriginal, setOriginal] = useState(false)
  const { texts, error, ask } = useLegalTexts(isOriginal)
  const text = texts?.[kind]
  const version = text?.version
  return (
    <div className={`min-h-[calc(100dvh-4rem)] ${PAGE}`}>
      <PageHead title={title} {...(version ? { intro: t`Version ${version}` } : {})} />
      <Card className="mt-8 p-5 sm:p-8" label={title}>
        {text && wanted !== text.original_language && (
          <div className="mb-6 grid justify-items-start gap-3 text-sm text-soft">
            <p>{noticeOf(text, isOriginal)}</p>
            {(isOriginal || text.language !== text.original_language) && (
              <Button size="small" onClick={() => setOriginal(!isOriginal)}>
                {isOriginal ? t`Read the translation` : t`Read the original`}
              </Button>
            )}
          </div>
        )}
        {text && (
          <p lang={text.language} className="max-w-prose wrap-anywhere whitespace-pre-line">
            {text.body}
          </p>
        )}
        {text && <p className="mt-6 text-soft empty:hidden">{entityText()}</p>}
        {texts && !text && (
          <Empty
            icon="info"
            title={t`Nothing is published yet`}
            text={t`We’ll publish this text here before anyone has to accept it.`}
          />
        )}
        {!texts && error !== null && (
          <ErrorPanel error={error} title={t`We couldn’t load the text`} onRetry={ask} />
        )}
        {!texts && error === null && <SkeletonRows rows={6} label={t`Loading the text`} />}
      </Card>
    </div>
  )
}

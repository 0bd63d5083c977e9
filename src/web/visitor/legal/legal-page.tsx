'use no memo'

import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { entityText } from '../contact/support.ts'
import { useLegalTexts } from './legal-texts.ts'

type LegalPageProps = { kind: 'terms' | 'privacy'; title: string }

const ORIGINAL = 'en'

function noticeOf(language: string, isOriginal: boolean): string {
  if (language !== ORIGINAL) {
    return t`This is a translation. If it differs from the English original, the original prevails.`
  }
  return isOriginal
    ? t`This is the English original, which prevails over its translations.`
    : t`This text isn’t translated yet. This is the English original.`
}

/** One of the texts that members accept, as it is published: plain text, in paragraphs. */
export function LegalPage({ kind, title }: LegalPageProps) {
  const wanted = useLanguage()
  const [isOriginal, setOriginal] = useState(false)
  const { texts, error, ask } = useLegalTexts(isOriginal ? ORIGINAL : wanted)
  const text = texts?.[kind]
  const version = text?.version
  return (
    <div className={`min-h-[calc(100dvh-4rem)] ${PAGE}`}>
      <PageHead title={title} {...(version ? { intro: t`Version ${version}` } : {})} />
      <Card className="mt-8 p-5 sm:p-8" label={title}>
        {text && wanted !== ORIGINAL && (
          <div className="mb-6 grid justify-items-start gap-3 text-sm text-soft">
            <p>{noticeOf(text.language, isOriginal)}</p>
            {(isOriginal || text.language !== ORIGINAL) && (
              <Button size="small" onClick={() => setOriginal(!isOriginal)}>
                {isOriginal ? t`Read the translation` : t`Read the English original`}
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

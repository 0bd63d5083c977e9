'use no memo'

import { t } from '@lingui/core/macro'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { entityText } from '../contact/support.ts'
import { useLegalTexts } from './legal-texts.ts'

type LegalPageProps = { kind: 'terms' | 'privacy'; title: string }

/** One of the texts that members accept, as it is published: plain text, in paragraphs. */
export function LegalPage({ kind, title }: LegalPageProps) {
  const { texts, error, ask } = useLegalTexts()
  const text = texts?.[kind]
  const version = text?.version
  return (
    <div className={`min-h-[calc(100dvh-4rem)] ${PAGE}`}>
      <PageHead title={title} {...(version ? { intro: t`Version ${version}` } : {})} />
      <Card className="mt-8 p-5 sm:p-8" label={title}>
        {text && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text.body}</p>}
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

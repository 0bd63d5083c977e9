import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { Listed, Nothing } from '../parts/list/listed.tsx'
import { Section } from '../parts/section.tsx'
import { useMay } from '../session/permission.ts'
import { focusVersion, PublishedVersion } from './published-version.tsx'
import { TranslateForm, type PublishedText } from './translate-form.tsx'
import { PublishForm } from './publish-form.tsx'
import { legalTextsQuery } from './queries.ts'

/** Terms and privacy text by version: who published them, and how many members accepted them. */
export function LegalTexts() {
  const mayPublish = useMay('publishLegalText')
  const [open, setOpen] = useState(false)
  const [translated, setTranslated] = useState<PublishedText>()
  const place = useRef<Element>(null)
  const texts = useQuery(legalTextsQuery)
  const translate = (text: PublishedText, own: Element | null): void => {
    place.current = own
    setTranslated(text)
  }
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
      <Listed query={texts} title={t`Terms and privacy`} lines={2}>
        {({ results }) => (
          <>
            {results.length === 0 && <Nothing text={t`No text is published yet.`} />}
            {results.map((text) => (
              <PublishedVersion
                key={text.id}
                text={text}
                onTranslate={mayPublish ? (own) => translate(text, own) : null}
              />
            ))}
          </>
        )}
      </Listed>
      <ChangeDialog
        wide
        open={open}
        onClose={() => setOpen(false)}
        title={t`Publish a text`}
        description={t`Takes effect right away. New members accept it when they register.`}
      >
        <PublishForm onClose={() => setOpen(false)} />
      </ChangeDialog>
      <ChangeDialog
        wide
        open={translated !== undefined}
        onClose={() => setTranslated(undefined)}
        title={t`Translate a text`}
        description={t`It belongs to this version and can’t change. The original prevails.`}
        returnFocus={() => focusVersion(place.current)}
      >
        {translated && <TranslateForm text={translated} onClose={() => setTranslated(undefined)} />}
      </ChangeDialog>
    </Section>
  )
}

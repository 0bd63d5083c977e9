import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

/** What is being written, as members will read it. */
export function TextPreview({ body }: { body: string }) {
  return (
    <details className="rounded-lg border border-line">
      <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">
        <Trans>Preview</Trans>
      </summary>
      <p className="max-h-80 overflow-auto px-4 pb-4 text-sm wrap-anywhere whitespace-pre-line">
        {body.trim() || t`Nothing to preview yet.`}
      </p>
    </details>
  )
}

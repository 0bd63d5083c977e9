import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The complete object as JSON from the server. */
export function RawJson({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <details className="rounded-lg border border-line bg-sheet print:hidden">
      <summary className="cursor-pointer px-4 py-2.5 text-sm font-semibold">
        <Trans>Raw JSON</Trans>
      </summary>
      <div className="border-t border-line p-4">
        <CopyButton text={text} label={t`Copy JSON`} />
        <pre
          className={
            'figures mt-3 rounded-md bg-ground p-3 text-xs leading-5 break-all whitespace-pre-wrap'
          }
        >
          {text}
        </pre>
      </div>
    </details>
  )
}

import { CopyButton } from '../../ui/copy-button.tsx'

type SecretShownProps = { secret: string; label: string; note: string }

/** A new secret, shown only once, with instructions. */
export function SecretShown({ secret, label, note }: SecretShownProps) {
  return (
    <div className="grid gap-4">
      <p
        className={
          'figures rounded-sm border border-line bg-ground px-3 py-2.5 font-semibold break-all'
        }
      >
        {secret}
      </p>
      <CopyButton text={secret} label={label} size="medium" wide />
      <p className="text-sm text-soft">{note}</p>
    </div>
  )
}

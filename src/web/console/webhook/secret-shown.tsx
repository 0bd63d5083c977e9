import { CopyButton } from '../../ui/copy-button.tsx'

/** A new secret, this once. */
export function SecretShown({ secret, note }: { secret: string; note?: string }) {
  return (
    <div className="grid gap-4">
      <p
        className={
          'figures rounded-sm border border-line bg-ground px-3 py-2.5 font-semibold break-all'
        }
      >
        {secret}
      </p>
      <CopyButton text={secret} label="Copy the secret" size="medium" wide />
      <p className="text-sm text-soft">
        Put it into the other system, which checks our signatures with it. We show it only now.
        {note && ` ${note}`}
      </p>
    </div>
  )
}

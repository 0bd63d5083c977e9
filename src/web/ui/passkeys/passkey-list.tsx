import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { MAX_PASSKEYS } from '../../../contract/fields/limits.ts'
import { ApiError, isOutcomeUnknown, unconfirmedText } from '../../client/api-error.ts'
import { canUsePasskeys } from '../../client/passkeys.ts'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { takeLostFocus } from '../focus/focus-if-lost.ts'
import { deviceText } from '../format/device-text.ts'
import { agoText, dateText } from '../format/time-text.ts'
import { lazyPart } from '../lazy-part.tsx'
import { toast } from '../toast/toast.ts'

const NameDialog = lazyPart(async () => (await import('./passkey-dialogs.tsx')).NameDialog)
const RemoveDialog = lazyPart(async () => (await import('./passkey-dialogs.tsx')).RemoveDialog)

type Passkey = CallAnswer<'listPasskeys'>[number]
type Open = { is: 'adding' } | { is: 'renaming' | 'removing'; passkey: Passkey } | null

export type PasskeyListProps = {
  passkeys: readonly Passkey[]
  onAdd: (name: string) => Promise<void>
  onRename: (id: string, name: string) => Promise<void>
  onRemove: (id: string) => Promise<void>
  onFail: (error: unknown) => void
  /** Reads the list again after a lost answer. */
  onReload: () => Promise<void>
  /** The effect of removing one. */
  removeNote: ReactNode
}

/** A `ref` for what gets the focus when a dialog closes whose passkey is gone with its buttons. */
function useFocusAfter(open: Open) {
  const next = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The closed dialog first returns it to a button that is still there.
    if (wasOpen.current && !open) setTimeout(() => takeLostFocus(next.current))
    wasOpen.current = open !== null
  }, [open])
  return next
}

/** The passkeys of an account, with the actions for them. */
export function PasskeyList(props: PasskeyListProps) {
  const { passkeys } = props
  const [open, setOpen] = useState<Open>(null)
  const add = useFocusAfter(open)
  return (
    <>
      <ul>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpen({ is: 'renaming', passkey })}
            onRemove={() => setOpen({ is: 'removing', passkey })}
          />
        ))}
      </ul>
      <div className={passkeys.length > 0 ? 'mt-2 border-t border-line pt-4' : ''}>
        <Button
          ref={add}
          icon="key"
          className="max-xs:h-auto! max-xs:min-h-11 max-xs:whitespace-normal!"
          disabled={passkeys.length >= MAX_PASSKEYS || !canUsePasskeys()}
          onClick={() => setOpen({ is: 'adding' })}
        >
          {t`Add a passkey`}
        </Button>
        <LimitNote count={passkeys.length} />
      </div>
      <OpenDialog {...props} open={open} onClose={() => setOpen(null)} />
    </>
  )
}

function LimitNote({ count }: { count: number }) {
  const note =
    count >= MAX_PASSKEYS
      ? t`You have ${MAX_PASSKEYS} passkeys. Remove one to add another.`
      : canUsePasskeys()
        ? null
        : t`This browser can’t use passkeys here.`
  return note && <p className="mt-2 text-sm text-faint">{note}</p>
}

type OpenDialogProps = PasskeyListProps & { open: Open; onClose: () => void }

function OpenDialog({ open, onClose, ...props }: OpenDialogProps) {
  const { onAdd, onRename, onRemove, onFail, onReload, removeNote } = props
  const send = async (change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      void onReload()
      throw new ApiError(0, null, unconfirmedText())
    }
  }
  const removeOnce = async (id: string) => {
    try {
      await onRemove(id)
    } catch (error) {
      // An earlier answer was lost.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      await onReload()
    }
  }
  if (!open) return null
  if (open.is === 'adding') {
    const add = async (name: string) => {
      await send(() => onAdd(name))
      toast(t`The passkey was added`, { kind: 'success' })
    }
    return (
      <NameDialog
        title={t`Add a passkey`}
        description={t`Your browser then asks for your fingerprint, face, or PIN.`}
        submit={t`Continue`}
        name={deviceText(navigator.userAgent)}
        onSubmit={add}
        onFail={onFail}
        onClose={onClose}
      />
    )
  }
  const { id, name } = open.passkey
  if (open.is === 'removing') {
    return (
      <RemoveDialog
        name={name}
        note={removeNote}
        onRemove={() => send(() => removeOnce(id))}
        onFail={onFail}
        onClose={onClose}
      />
    )
  }
  return (
    <NameDialog
      title={t`Rename this passkey`}
      submit={t`Save`}
      name={name}
      onSubmit={(next) => send(() => onRename(id, next))}
      onFail={onFail}
      onClose={onClose}
    />
  )
}

type RowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function PasskeyRow({ passkey, onRename, onRemove }: RowProps) {
  const { name, synced, created_at: addedAt, last_used_at: usedAt } = passkey
  return (
    <li
      className={
        'flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-0'
      }
    >
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="min-w-0 truncate" title={name}>
            {name}
          </span>
          {synced && <Badge tone="plain">{t`Synced`}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-faint">
          {usedAt
            ? t`Added ${dateText(addedAt)}, last used ${agoText(usedAt)}`
            : t`Added ${dateText(addedAt)}, not used yet`}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={t`Rename ${name}`} onClick={onRename}>
          {t`Rename`}
        </Button>
        <Button size="small" kind="danger" aria-label={t`Remove ${name}`} onClick={onRemove}>
          {t`Remove`}
        </Button>
      </div>
    </li>
  )
}

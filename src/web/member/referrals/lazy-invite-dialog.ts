import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The invitation's dialog, loaded when it may be needed soon. */
export const InviteDialog = lazyDialog(
  async () => (await import('./invite-dialog.tsx')).InviteDialog,
)

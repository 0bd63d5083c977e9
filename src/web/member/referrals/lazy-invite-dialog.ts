import { lazyPart } from '../../ui/lazy-part.tsx'

/** The invitation's dialog, loaded when it may be needed soon. */
export const InviteDialog = lazyPart(async () => (await import('./invite-dialog.tsx')).InviteDialog)

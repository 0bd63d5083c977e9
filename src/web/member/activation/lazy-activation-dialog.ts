import { lazyPart } from '../../ui/lazy-part.tsx'

/** The activation's dialog, loaded when it may be needed soon. */
export const ActivationDialog = lazyPart(
  async () => (await import('./activation-dialog.tsx')).ActivationDialog,
)

import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The activation's dialog, loaded when it may be needed soon. */
export const ActivationDialog = lazyDialog(
  async () => (await import('./activation-dialog.tsx')).ActivationDialog,
)

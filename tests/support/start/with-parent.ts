/** Node's options for a process with an IPC channel that must end when we do, however we end. */
export const endWithParent: readonly string[] = [
  '--import',
  new URL('end-with-parent.ts', import.meta.url).href,
]

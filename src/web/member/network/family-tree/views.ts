/** The views of a network. The first is the default for an address without one. */
export const VIEWS = ['picture', 'outline', 'table', 'overview'] as const
export type View = (typeof VIEWS)[number]

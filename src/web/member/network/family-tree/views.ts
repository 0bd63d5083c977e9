/** The ways to look at one network; the first is what an address without a view means. */
export const VIEWS = ['picture', 'outline', 'table', 'overview'] as const
export type View = (typeof VIEWS)[number]

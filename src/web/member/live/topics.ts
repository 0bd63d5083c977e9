/** What may have changed for the signed-in member, as the server names it. */
export const TOPICS = ['wallet', 'deposit', 'network', 'withdrawal'] as const
export type Topic = (typeof TOPICS)[number]

export const isTopic = (text: string | undefined): text is Topic =>
  TOPICS.some((topic) => topic === text)

// Read by the query cache: a query says in its own definition by which events it grows old.
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: readonly Topic[] }
  }
}

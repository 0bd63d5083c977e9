/** What may have changed for the signed-in member, by the server's names. */
export const TOPICS = ['wallet', 'deposit', 'network', 'withdrawal'] as const
export type Topic = (typeof TOPICS)[number]

export const isTopic = (text: string | undefined): text is Topic =>
  TOPICS.some((topic) => topic === text)

// For the query cache: each query names the events that make it stale.
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: readonly Topic[] }
  }
}

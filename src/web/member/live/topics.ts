/**
 * What may have changed for the signed-in member, by the server's names. Only other tabs announce
 * changes of the account.
 */
export const TOPICS = ['wallet', 'deposit', 'network', 'withdrawal', 'account'] as const
export type Topic = (typeof TOPICS)[number]

export const isTopic = (text: string | undefined): text is Topic =>
  TOPICS.some((topic) => topic === text)

// For the query cache: each query names the events that make it stale.
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: readonly Topic[] }
  }
}

// Every page of the console, as a function. Relative to `/operator`, the router's base.

const query = (values: Record<string, string | undefined>): string => {
  const set = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ''
}

const at = (id: string) => encodeURIComponent(id)

export const paths = {
  overview: () => '/',
  withdrawalQueue: (id?: string) => `/queue/withdrawals${query({ item: id })}`,
  depositQueue: () => '/queue/deposits',
  messageQueue: () => '/queue/messages',
  approvalQueue: () => '/queue/approvals',
  members: (search?: string) => `/members${query({ search })}`,
  member: (id: string, tab?: string) => `/members/${at(id)}${query({ tab })}`,
  deposits: (search?: string) => `/deposits${query({ search })}`,
  withdrawals: (search?: string) => `/withdrawals${query({ search })}`,
  withdrawal: (id: string) => `/withdrawals/${at(id)}`,
  payouts: () => '/payouts',
  payout: (id: string) => `/payouts/${at(id)}`,
  profiles: () => '/profiles',
  journals: (account?: string) => `/journals${query({ account })}`,
  journal: (id: string) => `/journals/${at(id)}`,
  adjustments: () => '/adjustments',
  catalogs: () => '/catalogs',
  catalogEditor: (draft?: string) => `/catalogs/edit${query({ draft })}`,
  system: () => '/system',
  alerts: () => '/alerts',
  incidents: () => '/incidents',
  memberImports: () => '/import',
  audit: (object?: string) => `/audit${query({ object })}`,
  readiness: () => '/readiness',
  operators: () => '/operators',
  apiKeys: () => '/api-keys',
  webhooks: () => '/webhooks',
  webhook: (id: string) => `/webhooks/${at(id)}`,
  security: () => '/security',
}

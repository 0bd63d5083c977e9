// Every URL of the web app. Only this file builds links.

/** The company's referral code: the sponsor of members who register without one. */
export const DEFAULT_SPONSOR = 'TWOFOLD'

const withQuery = (path: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value)
  return search.size > 0 ? `${path}?${search}` : path
}

const serverPage = (path: string, language: string) =>
  withQuery(path, { lang: language === 'en' ? undefined : language })

export const paths = {
  home: () => '/',
  plan: () => '/plan',
  payPlan: () => '/payplan',
  /** The part of the Pay Plan page that says who pays for the rewards. */
  whereMoneyComesFrom: () => '/payplan#where-the-money-comes-from',
  /** Pages of the server, outside of the app: link to them with an ordinary `a`. */
  transparency: (language: string) => serverPage('/transparency', language),
  status: (language: string) => serverPage('/status', language),
  checkGuide: (language: string) => serverPage('/transparency/check', language),
  verifier: () => '/verify.html',
  contact: () => '/contact',
  faq: () => '/faq',
  terms: () => '/terms',
  privacy: () => '/privacy',
  login: () => '/login',
  register: (ref?: string) => withQuery('/register', { ref }),
  welcome: () => '/welcome',
  verifyEmail: (token?: string) =>
    token ? `/verify-email/${encodeURIComponent(token)}` : '/verify-email',
  resetPassword: (token: string) => `/reset-password/${encodeURIComponent(token)}`,
  notMe: (token: string) => `/not-me/${encodeURIComponent(token)}`,
  dashboard: (query: { deposit?: string } = {}) => withQuery('/dashboard', query),
  myTree: (query: { activate?: 'new' } = {}) => withQuery('/mytree', query),
  familyTree: (query: { profile?: string; view?: string; levels?: string } = {}) =>
    withQuery('/familytree', query),
  account: (
    query: {
      deposit?: string
      withdraw?: 'new'
    } = {},
  ) => withQuery('/account', query),
  referrals: () => '/referrals',
  earnings: () => '/earnings',
  statements: () => '/statements',
  proofs: () => '/proofs',
  activity: () => '/activity',
}

/** A member's referral link for sharing: absolute, on the page's own origin. */
export function referralLink(code: string): string {
  return new URL(paths.register(code), window.location.origin).href
}

/** Where anyone can look up a transaction. */
export function explorerLink(transactionId: string): string {
  return `https://tronscan.org/#/transaction/${encodeURIComponent(transactionId)}`
}

/** The same on the development network, for a transaction or an address. */
export function testExplorerLink(wanted: string): string {
  return `/dev/chain?for=${encodeURIComponent(wanted)}`
}

/** We return only to a path of our own: no other origin, no scheme, no `//host`. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\\\s]*$/.test(path)
}

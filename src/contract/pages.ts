// The pages of the web app by path. The server answers these with 200, and every other path with
// the same app and 404. A trailing `*` means one or more further segments.

export const pages = [
  '/',
  '/plan',
  '/payplan',
  '/contact',
  '/faq',
  '/terms',
  '/privacy',
  '/login',
  '/register',
  '/welcome',
  '/Welcome',
  '/verify-email',
  '/verify-email/*',
  '/reset-password/*',
  '/not-me/*',
  '/dashboard',
  '/mytree',
  '/familytree',
  '/account',
  '/earnings',
  '/statements',
  '/activity',
  '/proofs',
  '/referrals',
  '/operator',
  '/operator/*',
] as const

/** True when the web app has a page at this path; a trailing slash makes no difference. */
export function isPage(path: string): boolean {
  const bare = path.replace(/(?<=[^/])\/$/, '')
  return pages.some((page) =>
    page.endsWith('/*') ? bare.startsWith(page.slice(0, -1)) && bare !== page : bare === page,
  )
}

/** How to reach support. A missing channel is an empty string. */
export type SupportChannels = { email: string; telegram: string; whatsapp: string }

/** Placeholders in the built pages, which the server fills in. */
export const EXAMPLE_SUPPORT: Readonly<SupportChannels> = {
  email: 'support@twofold.example',
  telegram: 'https://telegram.twofold.example',
  whatsapp: 'https://whatsapp.twofold.example',
}

/** Placeholder of the line that names the company. */
export const EXAMPLE_ENTITY = 'Example Company, 1 Example Street'

/** Placeholder of the sentence about members' earnings. */
export const exampleDisclosure = (language: string): string =>
  `What members really earned is published every day (${language}).`

import { hash } from 'node:crypto'

// The headers of every answer. The policy allows only our own origin, and inline scripts only by
// the hashes of the build's output.

const fixed = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'X-Permitted-Cross-Domain-Policies': 'none',
}

/** Where browsers report policy violations. */
export const REPORT_PATH = '/api/policy-reports/'

const HSTS = 'max-age=31536000; includeSubDomains'

/** Headers of every answer. Over HTTPS, they also require HTTPS from then on. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const headers = { ...fixed, 'Reporting-Endpoints': `csp="${publicUrl}${REPORT_PATH}"` }
  return publicUrl.startsWith('https:')
    ? { ...headers, 'Strict-Transport-Security': HSTS }
    : headers
}

/** The policy for data answers: nothing in them may load or run anything. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The service worker's policy: it fetches our own files and runs only itself. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

/**
 * A page's policy, with the hashes of its inline scripts and styles. It never lets a string become
 * script or markup.
 */
export function pagePolicy(html: string): string {
  const scripts = hashesOf(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)
  const styles = hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/gi)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    // Floating elements get their positions from style attributes, which can't run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `report-uri ${REPORT_PATH}`,
    'report-to csp',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/**
 * The web app's policy. Its first script names the strings that may become script
 * (trusted-types.ts).
 */
export const appPolicy = (html: string): string =>
  pagePolicy(html).replace("trusted-types 'none'", 'trusted-types default')

/** The verifier's policy: what is inside of the page, and nothing else. */
export const verifierPolicy = (html: string): string =>
  [
    "default-src 'none'",
    ['script-src', ...hashesOf(html, /<script>([\s\S]*?)<\/script>/g)].join(' '),
    ['style-src', ...hashesOf(html, /<style>([\s\S]*?)<\/style>/g)].join(' '),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** The policy of the operators' page: a page's policy without workers. */
export function consolePolicy(html: string): string {
  return pagePolicy(html)
    .split('; ')
    .filter((rule) => !/^(worker|manifest)-src /.test(rule))
    .join('; ')
}

function hashesOf(html: string, pattern: RegExp): string[] {
  const texts = [...html.matchAll(pattern)].map((match) => match[1] ?? '')
  const hashes = texts.map((text) => hash('sha256', text, 'base64'))
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

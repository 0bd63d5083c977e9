import type { Answer } from './answer.ts'

type SignedIn = Pick<Answer, 'headers'>

/** The session cookie that an answer sets, in the form that a browser sends. */
export const sessionCookie = ({ headers }: SignedIn): string =>
  String(headers['set-cookie']).split(';')[0] ?? ''

/** The headers of an operator's calls, from the answer to signing in. */
export const operatorHeaders = (answer: SignedIn, origin: string): Record<string, string> => ({
  cookie: sessionCookie(answer),
  origin,
})

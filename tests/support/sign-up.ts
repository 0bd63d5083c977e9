import { z } from 'zod'
import { until, type PollOptions } from './poll.ts'

// From visitor to signed-in member, as a client does it: register, open the emailed link, sign in.
// Tests differ in how they send requests and where emails arrive.

export const password = 'correct horse battery'

export type Client = {
  /** Sends a request below `/api/` and returns the answer's body. Throws if it is refused. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  /** The token in the verification email to an address. */
  verificationToken(email: string): Promise<string>
}

export type SignUp = {
  username: string
  /** The sponsor's referral code. */
  code?: string | null | undefined
  /** Further fields of the registration. */
  more?: object
}

const SignedIn = z.object({
  access: z.string(),
  refresh: z.string(),
  user: z.object({ id: z.coerce.number(), referral_code: z.string() }),
})

export type SignedIn = z.infer<typeof SignedIn>

export const emailOf = (username: string): string => `${username}@example.org`

/** Registers and verifies the mailbox. Returns the answer to the registration. */
export async function register(
  client: Client,
  { username, code = null, more }: SignUp,
): Promise<unknown> {
  const email = emailOf(username)
  const form = { username, email, password, password2: password, referral_code: code }
  const answer = await client.ask('POST', 'auth/register/', { ...form, ...more })
  const token = await client.verificationToken(email)
  await client.ask('GET', `accounts/verify-email/${token}/`)
  return answer
}

export async function signIn(client: Client, username: string): Promise<SignedIn> {
  return SignedIn.parse(await client.ask('POST', 'auth/login/', { username, password }))
}

export async function signUp(client: Client, form: SignUp): Promise<SignedIn> {
  await register(client, form)
  return await signIn(client, form.username)
}

const Mailbox = z.array(z.object({ to: z.string(), text: z.string() }))

/** The newest token of a kind of link to an address in a product's mailbox. */
export async function emailedToken(
  mailboxUrl: string,
  email: string,
  kind = 'verify-email',
  options: PollOptions = {},
): Promise<string> {
  const link = new RegExp(`/${kind}/([\\w-]+)`, 'g')
  const look = async (): Promise<string | undefined> => {
    const emails = Mailbox.parse(await (await fetch(mailboxUrl)).json())
    const texts = emails.filter(({ to }) => to.includes(email)).map(({ text }) => text)
    return texts.flatMap((text) => [...text.matchAll(link)].map(([, token]) => token)).at(-1)
  }
  return await until(`an email with a ${kind} link to ${email}`, look, options)
}

/** A client of a product that runs in its own process. */
export function clientOf({ url, mailboxUrl }: { url: string; mailboxUrl: string }): Client {
  return {
    async ask(method, path, body) {
      const response = await fetch(`${url}/api/${path}`, {
        method,
        ...(body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      const answer: unknown = await response.json()
      return answer
    },
    verificationToken: (email) => emailedToken(mailboxUrl, email),
  }
}

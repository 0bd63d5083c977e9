import { z } from 'zod'
import { until } from '../../support/poll.ts'
import type { Product } from '../../support/product.ts'

const Mailbox = z.array(z.object({ to: z.string(), text: z.string() }))

/** The emails to an address in a product's mailbox. */
export async function readEmails({ mailboxUrl }: Product, email: string): Promise<string[]> {
  const emails = Mailbox.parse(await (await fetch(mailboxUrl)).json())
  return emails.filter(({ to }) => to.includes(email)).map(({ text }) => text)
}

/** The match of a pattern in the first email to an address that has one. */
export const awaitEmail = (product: Product, email: string, pattern: RegExp) =>
  until(`an email with ${pattern} to ${email}`, async () =>
    (await readEmails(product, email)).map((text) => pattern.exec(text)).find(Boolean),
  )

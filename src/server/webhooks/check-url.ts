import { text } from '../../contract/texts/texts.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { findAddresses, PrivateAddress, type Reach } from './post.ts'

/**
 * The URL of an endpoint in its normal form. Rejects the field `url` if we wouldn't send to it. We
 * check the address again before sending, because its name may resolve differently by then.
 */
export async function checkUrl(given: string, reach: Reach): Promise<string> {
  const url = URL.parse(given)
  const protocols = reach.allowLoopback ? ['https:', 'http:'] : ['https:']
  if (!url || !isClean(url) || !protocols.includes(url.protocol)) {
    throw rejectField('url', text('webhook_url_invalid'))
  }
  try {
    await findAddresses(url, reach)
  } catch (error) {
    const isPrivate = error instanceof PrivateAddress
    throw rejectField('url', text(isPrivate ? 'webhook_url_private' : 'webhook_url_unknown'))
  }
  return url.href
}

const isClean = ({ username, password, hash }: URL): boolean =>
  username === '' && password === '' && hash === ''

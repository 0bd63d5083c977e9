import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/types.ts'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { readUnsubscribeToken } from './news.ts'
import { sendNewsPage } from './news-page.ts'

async function readNews(db: Db, member: number): Promise<boolean | undefined> {
  const found = await db
    .selectFrom('identities')
    .select('news_emails')
    .where('member_no', '=', member)
    .executeTakeFirst()
  return found?.news_emails
}

async function setNews(db: Db, member: number, on: boolean): Promise<void> {
  await db
    .updateTable('identities')
    .set({ news_emails: on })
    .where('member_no', '=', member)
    .execute()
}

function memberOf(authSecret: string, token: string): number {
  const member = readUnsubscribeToken(authSecret, token)
  if (member === null) throw reject('invalid_token')
  return member
}

/** Browsers get a page, other clients data. */
const answer = (request: FastifyRequest, reply: FastifyReply, news: boolean) =>
  /^text\/html\b/.test(request.headers.accept ?? '') ? sendNewsPage(reply, news) : { news }

export const emailRoutes: Route[] = [
  route('getUnsubscribe', async ({ context: { db, config }, params, request, reply }) =>
    answer(
      request,
      reply,
      requireFound(await readNews(db, memberOf(config.authSecret, params.token)), 'invalid_token'),
    ),
  ),
  route('unsubscribe', async ({ context: { db, config }, params, request, reply }) => {
    await setNews(db, memberOf(config.authSecret, params.token), false)
    return answer(request, reply, false)
  }),
  route('getEmailSettings', async ({ context: { db }, member }) => ({
    news: requireFound(await readNews(db, member.no)),
  })),
  route('updateEmailSettings', async ({ context: { db }, member, body: { news } }) => {
    await setNews(db, member.no, news)
    return { news }
  }),
]

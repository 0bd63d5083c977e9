import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../contract/fields/languages.ts'
import type { Db } from '../../db/types.ts'
import { reject, requireFound } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { readUnsubscribeToken } from './news.ts'
import { sendNewsPage } from './news-page.ts'

type News = { news: boolean; language: Language }

const readNews = (db: Db, member: number): Promise<News | undefined> =>
  db
    .selectFrom('identities')
    .select(['news_emails as news', 'language'])
    .where('member_no', '=', member)
    .executeTakeFirst()

const setNews = (db: Db, member: number, on: boolean): Promise<News | undefined> =>
  db
    .updateTable('identities')
    .set({ news_emails: on })
    .where('member_no', '=', member)
    .returning(['news_emails as news', 'language'])
    .executeTakeFirst()

function memberOf(authSecret: string, token: string): number {
  const member = readUnsubscribeToken(authSecret, token)
  if (member === null) throw reject('invalid_token')
  return member
}

/** Browsers get a page, other clients data. */
const answer = (request: FastifyRequest, reply: FastifyReply, state: News) =>
  /^text\/html\b/.test(request.headers.accept ?? '')
    ? sendNewsPage(reply, state)
    : { news: state.news }

export const emailRoutes: Route[] = [
  route('getUnsubscribe', async ({ context: { db, config }, params, request, reply }) =>
    answer(
      request,
      reply,
      requireFound(await readNews(db, memberOf(config.authSecret, params.token)), 'invalid_token'),
    ),
  ),
  route('unsubscribe', async ({ context: { db, config }, params, request, reply }) => {
    const state = await setNews(db, memberOf(config.authSecret, params.token), false)
    return answer(request, reply, requireFound(state, 'invalid_token'))
  }),
  route('getEmailSettings', async ({ context: { db }, member }) => ({
    news: requireFound(await readNews(db, member.no)).news,
  })),
  route('updateEmailSettings', async ({ context: { db }, member, body: { news } }) => {
    await setNews(db, member.no, news)
    return { news }
  }),
]

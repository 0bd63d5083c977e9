import { sql } from 'kysely'
import { ago, lit, subquery } from '../../db/expressions.ts'

/** How long we keep a webhook delivery, and its event. */
export const WEBHOOK_KEPT_DAYS = 30

/** Old deliveries that no other waits for: they have ended, or their endpoint was removed. */
export const endedDeliveries = (most: number) =>
  subquery
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select(['endpoint_no', 'state', 'created_at', sql`ctid`.as('ctid')])
        .orderBy('event_no')
        .limit(most)
        .as('first'),
    )
    .select('first.ctid')
    .where('first.created_at', '<', ago('days', WEBHOOK_KEPT_DAYS))
    .where((eb) =>
      eb.or([
        eb('first.state', '<>', lit('pending')),
        eb.not(
          eb.exists(
            eb
              .selectFrom('webhook_endpoints')
              .select('webhook_endpoints.no')
              .whereRef('webhook_endpoints.no', '=', 'first.endpoint_no'),
          ),
        ),
      ]),
    )

/** Old events that no delivery needs anymore. */
export const eventsWithoutDeliveries = (most: number) =>
  subquery
    .selectFrom((eb) =>
      eb
        .selectFrom('webhook_events')
        .select(['no', 'created_at', sql`ctid`.as('ctid')])
        .orderBy('no')
        .limit(most)
        .as('first'),
    )
    .select('first.ctid')
    .where('first.created_at', '<', ago('days', WEBHOOK_KEPT_DAYS))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('webhook_deliveries')
            .select('webhook_deliveries.event_no')
            .whereRef('webhook_deliveries.event_no', '=', 'first.no'),
        ),
      ),
    )

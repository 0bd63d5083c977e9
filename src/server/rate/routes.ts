import { formatDecimal } from '../../domain/money.ts'
import { refuse } from '../http/refusal.ts'
import { route, type Route } from '../http/route.ts'
import { liveRate } from './queries.ts'

export const rateRoutes: readonly Route[] = [
  route('liveRate', async ({ context }) => {
    const live = await liveRate(context.read)
    if (!live) throw refuse('rate_unavailable')
    return {
      // The one number of the API that the specification wants as a number: for display.
      rate: Number(formatDecimal(live.rateE8, 0, 8)),
      asset: 'TRX',
      currency: 'USD',
      as_of: live.asOf.toISOString(),
      sources: live.sources,
    }
  }),
]

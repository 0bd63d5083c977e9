import { formatDecimal } from '../../domain/money/money.ts'
import { reject } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { liveRate, whyNoRate } from './queries.ts'

export const rateRoutes: readonly Route[] = [
  route('getLiveRate', async ({ context }) => {
    const live = await liveRate(context.read)
    if (!live) throw reject(await whyNoRate(context.read))
    return {
      // The API fixes this one value as a JSON number, for display.
      rate: Number(formatDecimal(live.rateE8, 0, 8)),
      asset: 'TRX',
      currency: 'USD',
      as_of: live.asOf.toISOString(),
      sources: live.sources,
    }
  }),
]

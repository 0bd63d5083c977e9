import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadError } from '../../../ui/load-error.tsx'

const FALLBACK = { waiting: <Skeleton className="h-130" />, missed: <LoadError /> }

export const Outline = lazyPart(
  async () => (await import('../outline/outline.tsx')).default,
  FALLBACK,
)

export const DownlineTable = lazyPart(
  async () => (await import('../table/downline-table.tsx')).default,
  FALLBACK,
)

export const Overview = lazyPart(
  async () => (await import('../overview/overview.tsx')).default,
  FALLBACK,
)

import { useEffect, useEffectEvent } from 'react'
import { onLive } from './live.ts'
import type { Topic } from './topics.ts'

/** Runs the handler whenever something of the topic may have changed for the member. */
export function useLive(topic: Topic, handler: () => void): void {
  const latest = useEffectEvent(handler)
  useEffect(() => onLive(topic, () => latest()), [topic])
}

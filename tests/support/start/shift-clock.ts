// Loaded with NODE_OPTIONS=--import: this process's clock is CLOCK_SHIFT_HOURS ahead.
import { env } from 'node:process'

const shiftMs = Number(env.CLOCK_SHIFT_HOURS) * 3_600_000
const now = Date.now.bind(Date)
Date.now = () => now() + shiftMs
globalThis.Date = new Proxy(Date, {
  construct: (target, values: unknown[], made) =>
    Reflect.construct(target, values.length === 0 ? [target.now()] : values, made) as Date,
})

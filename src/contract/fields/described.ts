import { z } from 'zod'

// Fields of answers, each with its meaning and an example. The unit and the format come from the
// kind of field, so that the API reference states them the same way everywhere.

/** Adds a field's meaning and an example to its schema. */
export const described = <T extends z.ZodType>(schema: T, description: string, example?: unknown) =>
  schema.meta({ description, ...(example === undefined ? {} : { example }) })

/** A decimal string such as `12.50`. */
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** US dollars. Formatted with two decimals, and up to six where the amount has them. */
export const usd = (description: string, example = '12.50') =>
  described(decimal, `${description} In US dollars: a decimal string of 2 to 6 decimals.`, example)

/** An amount of TRX or USDT in whole coins. */
export const coins = (description: string, example = '49.01961') =>
  described(
    decimal,
    `${description} In whole coins: a decimal string of up to 6 decimals.`,
    example,
  )

/** US dollars for one coin. */
export const coinRate = (description: string, example = '0.306') =>
  described(
    decimal,
    `${description} US dollars per coin: a decimal string of up to 8 decimals.`,
    example,
  )

const instant = z.iso.datetime()

/** A moment in UTC. */
export const at = (description: string, example = '2026-03-14T09:26:53.589Z') =>
  described(instant, `${description} An ISO 8601 time in UTC.`, example)

export const str = (description: string, example: string) =>
  described(z.string(), description, example)

/** An id of the database: digits in a string, because they can outgrow a JavaScript number. */
export const idOf = (description: string, example = '4711') =>
  described(z.string(), `${description} Digits in a string.`, example)

export const whole = (description: string, example = 3) =>
  described(z.number().int(), description, example)

export const flag = (description: string, example = true) =>
  described(z.boolean(), description, example)

export const oneOf = <const T extends readonly string[]>(
  values: T,
  description: string,
  example: T[number] = values[0] ?? '',
) => described(z.enum(values), description, example)

export const listOf = <T extends z.ZodType>(item: T, description: string, example?: unknown) =>
  described(z.array(item), description, example)

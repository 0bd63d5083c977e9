import { isDatabaseAway, lacksRight } from '../../db/errors.ts'
import { CannotMigrate } from '../../db/migrate.ts'
import { RulesTooOld } from '../book/state/catch-up.ts'
import { BadConfig } from '../config/config.ts'
import { NoConnection } from './require-connection.ts'

type ErrorClass = abstract new (...args: never[]) => Error

/** The settings are wrong, or the database isn't there or belongs to another version. */
const refusals: readonly ErrorClass[] = [BadConfig, CannotMigrate, NoConnection, RulesTooOld]

/**
 * The sentence to print, without a stack, for an error that a person can fix: a refusal to start,
 * or one of the given kinds. Null for any other error.
 */
export function sentenceOf(error: unknown, kinds: readonly ErrorClass[]): string | null {
  const isFixable = [...refusals, ...kinds].some((kind) => error instanceof kind)
  return isFixable && error instanceof Error ? error.message : null
}

/** Someone uses the settings of the wrong process, or the database went away meanwhile. */
export function databaseSentence(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (lacksRight(error)) {
    return (
      `The database role lacks a right: ${error.message}. Run this with the settings of the ` +
      'process that docs/operations.md names, "Run a tool".'
    )
  }
  if (!isDatabaseAway(error)) return null
  return `The database is not available: ${error.message}. Check it, then run this again.`
}

import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { Db } from '../../src/db/types.ts'
import { checkBook } from '../../src/server/book/check/check.ts'

/** Expects that rows, rules, and log agree. @returns how many commands and journals there are */
export async function expectAgreement({ db, pool }: { db: Db; pool: Pool }) {
  const { differences, commands, journals } = await checkBook(db, pool)
  expect(differences.described).toEqual([])
  return { commands, journals }
}

import { expect, test } from 'vitest'
import '../../../src/web/i18n/english.ts'
import { accountName, HOUSE_ACCOUNTS } from '../../../src/domain/ledger/account.ts'
import { ACCOUNT_NAMES } from '../../../src/web/console/ledger/account-name.ts'
import { codeOfName, nameOfCode } from '../../../src/web/console/parts/list/code-names.ts'
import { queryOf } from '../../../src/web/console/parts/list/filter.ts'
import { failureText } from '../../../src/web/console/webhook/failure-text.ts'

const NAMES = {
  catalog: 'catálogo',
  'catalog draft': 'borrador de catálogo',
  member: 'miembro',
}

const codeIn = (text: string) => codeOfName(text, NAMES)

test('names a code in another language, and finds the code again', () => {
  for (const [code, name] of [
    ['member 12', 'miembro 12'],
    ['catalog 2', 'catálogo 2'],
    ['catalog draft 3', 'borrador de catálogo 3'],
    ['members', 'members'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ] as const) {
    expect(nameOfCode(code, NAMES)).toBe(name)
    expect(codeIn(name)).toBe(code)
    expect(codeIn(code)).toBe(code)
  }
  expect(codeIn('Miembro 12')).toBe('member 12')
})

test('asks the server for the code of what was typed in a filter', () => {
  const object = { key: 'object', label: 'Objeto', kind: 'text', codeOf: codeIn } as const
  expect(queryOf(new URLSearchParams({ object: 'miembro 12' }), [object])).toEqual({
    object: 'member 12',
  })
})

test('has a name for every account of the ledger', () => {
  const marked = Object.fromEntries(Object.keys(ACCOUNT_NAMES).map((code) => [code, `«${code}»`]))
  const accounts = [...HOUSE_ACCOUNTS.map(({ name }) => name), accountName(1024), accountName(1025)]
  // Only a coin or a member's number may follow what changes with the language.
  const whole = /^«[^»]+»( (TRX|USDT|\d+))?$/
  expect(accounts.filter((account) => !whole.test(nameOfCode(account, marked)))).toEqual([])
})

test('knows the reasons for which endpoints fail', () => {
  for (const reason of [
    'It answered 302. We don’t follow redirects.',
    'It answered 500.',
    'It didn’t answer within 10 seconds.',
    'The request failed.',
    'The request failed: ECONNREFUSED',
    'It failed for 5 days.',
    'An unknown reason.',
  ])
    expect(failureText(reason)).toBe(reason)
  expect(failureText('The request failed: The address is not public')).toBe(
    'The request failed: the address isn’t public.',
  )
})

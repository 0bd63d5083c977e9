import { afterEach, expect, test } from 'vitest'
import { i18n } from '@lingui/core'
import { localize, translateServer } from '../../src/web/client/api-error.ts'
import { sentences } from '../../src/web/i18n/sentences-es.ts'
import { translateToSpanish } from '../../src/web/i18n/translate-to-spanish.ts'
import { filesBelow } from '../support/sources.ts'
import { findSentences, isSentence } from './unsaid-texts.ts'

afterEach(() => {
  translateServer(null)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

const isCode = (path: string) => /\.tsx?$/.test(path)

// Staff read English, and so does whoever develops the parts.
const ELSEWHERE = /^src\/web\/(?:console|gallery|i18n)\/|view-banner\.tsx$/

test('every text of the pages goes through the macros', () => {
  const pages = filesBelow('src/web').filter((path) => isCode(path) && !ELSEWHERE.test(path))
  expect(pages.length).toBeGreaterThan(200)
  const found = pages.flatMap((path) => findSentences(path))
  expect(found.map(({ where, text }) => `${where}: ${text}`)).toEqual([])
})

// Where the server says something to members; letters and files have languages of their own.
const ROOMS = [
  'account',
  'auth',
  'chain',
  'contact',
  'deposit',
  'history',
  'network',
  'passwords',
  'registration',
].map((room) => `src/server/${room}`)
const FILES = [
  'src/contract/account.ts',
  'src/contract/auth.ts',
  'src/contract/withdrawal.ts',
  'src/contract/fields.ts',
  'src/contract/history.ts',
  'src/contract/deposit.ts',
  'src/contract/network.ts',
  'src/contract/say-issue.ts',
  'src/server/readiness/legal-texts.ts',
  'src/server/withdrawal/charge-for-usdt.ts',
  'src/server/withdrawal/request-withdrawal.ts',
  'src/tron/encoding/address.ts',
]
/** What only staff are told there. */
const OF_STAFF = 'This is the text in force already.'
const LETTERS = /\/(?:mail-[\w-]+|render-statement|operator-routes|messages)\.ts$/
/** Calls whose texts do not go to the page. */
const SILENT = /^(?:console\.\w+|log\.\w+|\w*Error|\w*Email|import|sql)$/

const said = () =>
  [...ROOMS.flatMap(filesBelow), ...FILES]
    .filter((path) => isCode(path) && !LETTERS.test(path))
    .flatMap((path) => findSentences(path, SILENT))

test('every sentence of the server for members has its Spanish, and no other has', () => {
  const found = said()
  const known = new Set(Object.keys(sentences).map((text) => text.replaceAll(/\{\d\}/g, '…')))
  const without = found.filter(({ text }) => !known.has(text) && text !== OF_STAFF)
  expect(without.map(({ where, text }) => `${where}: ${text}`)).toEqual([])
  const texts = new Set(found.map(({ text }) => text))
  // A title of one word is not told from any other literal.
  const unseen = [...known].filter((text) => !texts.has(text) && isSentence(text))
  expect(unseen).toEqual([])
})

const namesIn = (text: string): string[] => [...new Set(text.match(/\{\d\}/g))].sort()

test('a sentence names in Spanish what it names in English', () => {
  const other = Object.entries(sentences).filter(
    ([english, spanish]) => String(namesIn(spanish)) !== String(namesIn(english)),
  )
  expect(other).toEqual([])
})

test('what the server fills in stands in the Spanish sentence too', () => {
  const text = 'The amount to pay is 3.10 TRX, and not 3.20 TRX.'
  expect(translateToSpanish(text)).toBe('Se deben pagar 3.10 TRX, y no 3.20 TRX.')
  expect(translateToSpanish('ana (b.) joined with your referral code.')).toBe(
    'ana (b.) ingresó con tu código de referido.',
  )
  expect(translateToSpanish('Something that nobody has translated.')).toBeUndefined()
})

test('English stays as the server says it', () => {
  translateServer(translateToSpanish)
  expect(localize('Your account was created.')).toBe('Your account was created.')
  i18n.loadAndActivate({ locale: 'es', messages: {} })
  expect(localize('Your account was created.')).toBe('Se creó tu cuenta.')
  expect(localize('Something that nobody has translated.')).toBe(
    'Something that nobody has translated.',
  )
})

import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Cards } from '../../src/web/ui/table/cards.tsx'
import type { Column } from '../../src/web/ui/table/column.ts'
import '../../src/web/i18n/english.ts'

type Delivery = { id: string; state: string }

const columns: Column<Delivery>[] = [
  { key: 'state', label: 'State', show: ({ state }) => state, glance: ({ state }) => state },
  { key: 'id', label: 'Number', title: true, show: ({ id }) => `Delivery ${id}` },
  {
    key: 'again',
    label: 'Actions',
    actions: true,
    show: () => createElement('button', { type: 'button' }, 'Send again'),
  },
]

test('an opened card shows the link and the actions of its row', () => {
  const cards = createElement(Cards<Delivery>, {
    label: 'Deliveries',
    columns,
    rows: [{ id: '7', state: 'failed' }],
    keyOf: ({ id }) => id,
    linkOf: ({ id }) => `/deliveries/${id}`,
  })
  const routed = createElement(MemoryRouter, null, cards)
  const html = renderToString(createElement(I18nProvider, { i18n }, routed))
  const [summary = '', opened = ''] = html.split('</summary>')
  expect(summary).toContain('Delivery 7')
  // Controls in a summary would open the card, too.
  expect(summary).not.toMatch(/<(a|button)\b/)
  expect(opened).toMatch(/<dt[^>]*>Number<\/dt>.*<a [^>]*href="\/deliveries\/7"[^>]*>Delivery 7</)
  expect(opened).toContain('>Send again</button>')
  expect(opened).not.toContain('Actions')
})

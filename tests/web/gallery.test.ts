import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import Gallery from '../../src/web/gallery/gallery.tsx'
import '../../src/web/i18n/english.ts'

test('renders every part of the design in both themes', () => {
  const routed = createElement(MemoryRouter, null, createElement(Gallery))
  const html = renderToString(createElement(I18nProvider, { i18n }, routed))
  for (const theme of ['light', 'dark']) expect(html).toContain(`aria-label="${theme}"`)
  for (const part of ['Badges', 'Plans', 'Tabs', 'Signs']) {
    expect(html.split(`aria-label="${part}"`)).toHaveLength(3)
  }
})

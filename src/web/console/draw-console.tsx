import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { createQueryClient } from '../client/query-client.ts'
import { router } from './router.tsx'
import { startSession } from './session/start-session.ts'

export function drawConsole(): void {
  const root = document.querySelector('#console')
  if (!root) throw new Error('the page has no root for the console')
  void startSession()
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={createQueryClient()}>
          <TooltipProvider>
            <RouterProvider router={router} />
            <Toaster />
          </TooltipProvider>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

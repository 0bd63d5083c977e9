import './console.css'
// The parts that it shares with the web app speak through Lingui; the console itself is English.
import '../i18n/english.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { createQueryClient } from '../client/query-client.ts'
import { router } from './router.tsx'
import { startSession } from './session/start-session.ts'

const root = document.querySelector('#console')
if (!root) throw new Error('the page has no root for the console')

const queryClient = createQueryClient()

void startSession()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
)

import { useState } from 'react'
import type { ReactNode } from 'react'
import { PAGE, PageHead } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Button } from '../ui/button.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { toast, toastError } from '../ui/toast/toast.ts'
import { Controls } from './controls.tsx'
import { Displays } from './displays.tsx'

export const meta = () => [{ title: 'Gallery · Twofold' }]

// Every component of src/web/ui in each of its states, in both themes side by side. The route
// exists only in development (`npm run gallery`), so its texts aren't translated.

const THEMES = ['light', 'dark'] as const

export default function Gallery() {
  return (
    <TooltipProvider>
      <div className={PAGE}>
        <PageHead title="Gallery" intro="Every part in each of its states, in both themes.">
          <ThemeToggle />
          <Floating />
        </PageHead>
        <div className="mt-8 grid gap-4 lg:grid-cols-2">
          {THEMES.map((theme) => (
            <Themed key={theme} theme={theme}>
              <Controls />
              <Displays />
            </Themed>
          ))}
        </div>
      </div>
    </TooltipProvider>
  )
}

/** One theme, whatever the page's own theme is. */
function Themed({ theme, children }: { theme: 'light' | 'dark'; children: ReactNode }) {
  return (
    <section
      aria-label={theme}
      className={`${theme} grid content-start gap-6 rounded-lg bg-ground p-5 text-ink`}
    >
      {children}
    </section>
  )
}

/** Overlays use the page's own theme. */
function Floating() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Dialog</Button>
      <Button onClick={() => toast('Copied!', { kind: 'success' })}>Success</Button>
      <Button onClick={() => toast('News', { description: 'A plain message.' })}>Message</Button>
      <Button onClick={() => toastError('Error', 'Something did not work.')}>Failure</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="A dialog"
        description="What it is about, in a sentence."
      >
        <p>On a narrow screen it comes from below.</p>
      </Dialog>
    </>
  )
}

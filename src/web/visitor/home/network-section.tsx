'use no memo'

import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { useInView } from '../../client/use-in-view.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Below the first screen, so its code can wait.
const ExampleTree = lazyPart(async () => (await import('./example-tree.tsx')).ExampleTree, {
  waiting: null,
  missed: null,
})

/** What members see of their network. The drawing's room is there from the start. */
export function NetworkSection() {
  const place = useRef<HTMLElement>(null)
  const isInView = useInView(place)
  return (
    <section ref={place} aria-labelledby="tree" className="mt-20">
      <h2 id="tree" className="text-2xl font-semibold">
        <Trans>Your network, position by position</Trans>
      </h2>
      <p className="mt-2 max-w-2xl text-soft">
        <Trans>
          The family tree shows who has which position and which ones are free. Search it, read it
          as a list, or save it as a picture.
        </Trans>
      </p>
      <figure className="mt-8 rounded-lg border border-line bg-sheet px-3 pt-6 pb-5 sm:px-8">
        <div className="mx-auto aspect-[316/309] max-w-sm lg:aspect-[950/419] lg:max-w-none">
          {isInView && <ExampleTree />}
        </div>
        <figcaption className="mt-4 text-center text-sm text-soft">
          <Trans>An example with made-up members. In yours, you are at the top.</Trans>
        </figcaption>
      </figure>
    </section>
  )
}

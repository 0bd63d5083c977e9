'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { supportChannels } from './support.ts'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { DetailList } from '../../ui/details.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { ContactForm } from './contact-form.tsx'

export const meta = () => [
  { title: t`Contact · Twofold` },
  { name: 'description', content: t`Write to Twofold, or use one of our support channels.` },
]

const LINK = 'underline underline-offset-4'

export default function Contact() {
  const hydrated = useHydrated()
  const { email, telegram, whatsapp } = supportChannels()
  return (
    <div className={PAGE}>
      <PageHead
        title={t`Contact Us`}
        intro={t`Write to us or use one of these channels. A person will answer.`}
      />
      <div className="mt-8 grid items-start gap-4 lg:grid-cols-[1.6fr_1fr]">
        <Card className="min-h-142 p-5 sm:p-8" label={t`Write to us`}>
          {/* The browser creates the captcha, so the form begins there too. */}
          {hydrated && <ContactForm />}
        </Card>
        <div className="grid gap-4 sm:max-lg:grid-cols-2">
          <Channel icon="mail" title={t`Email`}>
            <a href={`mailto:${email}`} className={LINK}>
              {email}
            </a>
          </Channel>
          <Chat name="Telegram" url={telegram} />
          <Chat name="WhatsApp" url={whatsapp} />
          <Channel icon="clock" title={t`Support Hours`}>
            <DetailList
              details={{
                [t`Mon-Fri`]: t`9:00 AM-6:00 PM`,
                [t`Sat`]: t`10:00 AM-4:00 PM`,
                [t`Sun`]: t`Closed`,
              }}
              look="plain"
              className="figures"
            />
            <p className="mt-2 text-sm text-faint">
              <Trans>Times are UTC. We usually answer within one business day.</Trans>
            </p>
          </Channel>
        </div>
      </div>
    </div>
  )
}

function Chat({ name, url }: { name: string; url: string }) {
  return (
    <Channel icon="chat" title={name}>
      <a href={url} rel="noreferrer" className={LINK}>
        {t`Write to us on ${name}`}
      </a>
    </Channel>
  )
}

function Channel(props: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <Card className="flex gap-4 p-5 has-[[href='']]:hidden">
      <Icon name={props.icon} className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">{props.title}</h2>
        <div className="mt-1 text-soft">{props.children}</div>
      </div>
    </Card>
  )
}

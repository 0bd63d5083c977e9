import { t } from '@lingui/core/macro'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useLanguage } from '../../i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { disclosureText } from '../../ui/income-disclaimer.tsx'
import { LinkToScan } from './link-to-scan.tsx'
import { shareChannels } from './share-channels.ts'

type ShareDialogProps = { open: boolean; onClose: () => void; link: string; title: string }

const CHANNEL =
  'grid min-h-11 place-items-center rounded-md border border-edge/60 px-2 py-1.5 text-center ' +
  'text-[0.9375rem] font-medium hover:border-edge hover:bg-raised'

/** Ways to send a link where the device has no share sheet: by channel, QR code, or copy. */
export function ShareDialog({ open, onClose, link, title }: ShareDialogProps) {
  const note = disclosureText(useLanguage())
  return (
    <Dialog open={open} onClose={onClose} title={t`Share your link`}>
      <div className="grid justify-items-center gap-5">
        <ul className="grid w-full grid-cols-2 gap-2">
          {shareChannels(link, title, note).map(({ name, url }) => (
            <li key={name} className="contents">
              <a href={url} target="_blank" rel="noopener noreferrer" className={CHANNEL}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <LinkToScan link={link} />
        <CopyButton
          size="medium"
          text={link}
          label={t`Copy Link`}
          failure={t`Failed to copy referral link`}
        />
      </div>
    </Dialog>
  )
}

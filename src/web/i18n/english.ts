import { i18n } from '@lingui/core'

// English stands in the code itself, so it can be spoken at once and without a catalog.
i18n.loadAndActivate({ locale: 'en', messages: {} })

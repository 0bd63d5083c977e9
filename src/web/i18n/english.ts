import { i18n } from '@lingui/core'

// English texts are in the code itself, so they show at once, without a catalog.
i18n.loadAndActivate({ locale: 'en', messages: {} })

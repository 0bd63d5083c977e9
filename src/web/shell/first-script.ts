import { EARLY_INPUT_SCRIPT } from '../client/early-input.ts'
import { earlyScript } from '../client/early-script.ts'
import { LANGUAGE_SCRIPT } from '../i18n/languages.ts'
import { INSTALL_SCRIPT } from '../pwa/install-script.ts'
import { SPOT_SCRIPT } from '../ui/spot/spot-memory.ts'
import { THEME_SCRIPT } from '../ui/theme.ts'
import { RESUME_SCRIPT } from './resume-script.ts'
import { RETRY_SCRIPT } from './retry-script.ts'
import { RELOAD_SCRIPT } from './reload-script.ts'
import { TRUSTED_TYPES_SCRIPT } from './trusted-types.ts'

/** What runs inline in each written page, before its first paint. */
export const firstScript = (): string =>
  [
    TRUSTED_TYPES_SCRIPT,
    RESUME_SCRIPT,
    RETRY_SCRIPT,
    RELOAD_SCRIPT,
    THEME_SCRIPT,
    earlyScript(),
    SPOT_SCRIPT,
    LANGUAGE_SCRIPT,
    EARLY_INPUT_SCRIPT,
    INSTALL_SCRIPT,
  ].join(';')

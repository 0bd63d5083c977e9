/** A language of the verifiers, with its texts by their ids. */
type Catalog = {
  /** In the language itself. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly texts: Readonly<Record<string, string>>
}

/**
 * The languages beside English. The build puts those of src/web/i18n here
 * (scripts/verifier/build-verify.ts), so that a saved verifier needs no other file.
 */
export const catalogs: Readonly<Record<string, Catalog>> = {}

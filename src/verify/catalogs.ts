/** A language of the verifiers, with its texts by their ids. */
type Catalog = {
  /** The language's own name. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  readonly texts: Readonly<Record<string, string>>
}

/**
 * The languages other than English. The build inserts those of src/web/i18n here
 * (scripts/verifier/build-verify.ts), so that a saved verifier needs no other file.
 */
export const catalogs: Readonly<Record<string, Catalog>> = {}

/** The first fault in an audit file, as a sentence that names it. */
export class AuditFault extends Error {
  override name = 'AuditFault'
}

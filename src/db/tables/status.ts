// Written from the migrated database by `npm run schema`.

import type { Generated, GeneratedAlways } from 'kysely'

export interface StatusTables {
  /** The minutes in which a process took requests. A missing minute counts as down. */
  service_minutes: {
    minute: Date
  }

  /** Incidents on the public status page. */
  incidents: {
    no: GeneratedAlways<number>
    impact: 'notice' | 'partial' | 'outage'
    title_en: string
    title_es: string
    opened_by: string
    opened_at: Generated<Date>
  }

  /** What staff told about an incident, oldest first. */
  incident_updates: {
    no: GeneratedAlways<number>
    incident_no: number
    state: 'investigating' | 'identified' | 'monitoring' | 'resolved'
    text_en: string
    text_es: string
    posted_by: string
    posted_at: Generated<Date>
  }
}

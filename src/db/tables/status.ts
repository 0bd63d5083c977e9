// Written from the migrated database by `npm run schema`.

export interface StatusTables {
  /** The minutes in which a process took requests. A missing minute counts as down. */
  service_minutes: {
    minute: Date
  }
}

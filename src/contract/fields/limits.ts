// The limits that server and browser both check. They are separate from the schemas, so that a form
// can use them without loading the schema library.

export const usernameLength = { min: 3, max: 30 }

/** Letters, digits, `.`, `_` and `-`, of which at least one is a letter or a digit. */
export const usernamePattern = /^(?=[._-]*[A-Za-z0-9])[A-Za-z0-9._-]*$/

/** Characters. NIST 800-63B requires 15 without a second factor: see docs/security.md. */
export const passwordLength = { min: 8, max: 128 }

/** Characters of an operator's password, by NIST 800-63B. */
export const operatorPasswordLength = { min: 15, max: 128 }

export const emailLength = { max: 254 }

/**
 * One mailbox in ASCII, without quoted parts, comments or lists: exactly one recipient.
 * Every part is of bounded length or separated by a fixed character, so that matching is linear.
 */
export const emailPattern = new RegExp(
  [
    "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@",
    '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}$',
  ].join(''),
)

export const nameLength = { max: 80 }
export const phonePattern = /^\+?[0-9 ().-]*$/
export const phoneLength = { max: 32 }
export const addressLength = { max: 64 }
export const tokenLength = { max: 2048 }
export const subjectLength = { max: 200 }
export const messageLength = { max: 5000 }
export const reasonLength = { min: 3, max: 500 }
export const searchLength = { max: 100 }
export const paymentDetailsLength = { max: 500 }

/** `BR-7K3M9Q2X`: two letters for the plan and eight characters of Crockford base 32. */
export const profileIdPattern = /^(?:BR|SI|GO|PL|DI)-[0-9A-HJKMNP-TV-Z]{8}$/i

/** The shape of a TRON address; the server checks the checksum. */
export const tronAddressPattern = /^T[1-9A-HJ-NP-Za-km-z]{33}$/

/** A TRON transaction id: 64 hexadecimal digits, with or without `0x`. */
export const transactionHashPattern = /^(?:0x)?[0-9a-f]{64}$/i

export const idempotencyKeyLength = { max: 255 }

/** The most long answers that one caller can have open at once. */
export const MAX_DOWNLOADS = 6

export const pageSize = { default: 10, max: 100 }

/** How many of the newest referrals a request without a page gets. */
export const REFERRALS_AT_ONCE = 5000

/** The most levels and seats that one window of the tree shows. */
export const treeWindow = { levels: { default: 3, max: 8 }, seats: 300 }

/** The map of a whole downline: the most cells and levels, and the narrowest cell as a fraction. */
export const treeMap = { cells: 20_000, levels: 64, parts: 4096 }

/** The most passkeys per account. */
export const MAX_PASSKEYS = 10
export const passkeyNameLength = { max: 50 }

/** Incidents on the status page: open ones, updates of one, and the length of their texts. */
export const MAX_OPEN_INCIDENTS = 20
export const MAX_INCIDENT_UPDATES = 100
export const MAX_INCIDENTS_LISTED = 50
export const incidentTitle = { max: 120 }
export const incidentText = { max: 2000 }

/** Money is missing, or may be. One stolen account must not be able to silence these alerts. */
export const guardedAlerts = [
  'solvency',
  'reserves',
  'custody_differences',
  'payout_rests',
  'edited_rows',
  'frozen_addresses',
] as const
export const isGuardedAlert = (name: string): boolean => guardedAlerts.some((each) => each === name)

/** The most keys in force at the same time, and the longest validity of one. */
export const MAX_API_KEYS = 50
export const MAX_API_KEYS_LISTED = 200
export const apiKeyDays = { min: 1, max: 366 }

/** Webhook endpoints: how many, and the length of their URLs. */
export const MAX_WEBHOOKS = 20
export const webhookUrlLength = { max: 500 }
export const webhookDescriptionLength = { max: 100 }

/** Files of members to import: their size, their rows, and the most bad rows in an answer. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024
export const MAX_IMPORT_ROWS = 10_000
export const MAX_IMPORT_PROBLEMS = 100
/** The most imports awaiting another admin. */
export const MAX_IMPORTS_WAITING = 20
export const importColumns = ['username', 'email', 'sponsor', 'plans', 'side', 'language'] as const
export type ImportColumn = (typeof importColumns)[number]
export const importStates = ['proposed', 'approved', 'finished', 'discarded'] as const
export const MAX_IMPORTS_LISTED = 50
export const MAX_CORRECTIONS_LISTED = 100
/** How long we keep the names and addresses of an import's rows after its end. */
export const IMPORT_KEPT_DAYS = 90
/** How long an import may wait for a second admin. */
export const IMPORT_OPEN_DAYS = 30

/** The most saved views per operator. */
export const MAX_VIEWS = 100
export const viewNameLength = { max: 40 } as const
export const viewSearchLength = { max: 500 } as const

/** The largest request body in bytes. Only calls with a file come near it. */
export const BODY_LIMIT_BYTES = 64 * 1024
/** The largest body with a file, which is base64 in JSON. */
export const FILE_BODY_LIMIT_BYTES = 3 * 1024 * 1024

/** For how many days support can reopen a closed account. After that, only an admin can. */
export const REOPEN_DAYS = 30

/**
 * One name for each protected thing, so that using up one limit never uses up another. `seconds` is
 * the window.
 */
export const rateLimits = {
  signInAccount: { most: 5, seconds: 60 },
  signInAddress: { most: 30, seconds: 60 },
  stepUp: { most: 5, seconds: 60 },
  secondFactor: { most: 5, seconds: 60 },
  /** Nobody can guess a passkey, so this only bounds the work. */
  passkey: { most: 60, seconds: 60 },
  /** We keep the tokens of a session until it ends. Most clients need one each 15 minutes. */
  tokenRefresh: { most: 30, seconds: 300 },
  operatorSignIn: { most: 5, seconds: 60 },
  operatorStepUp: { most: 5, seconds: 60 },
  operatorSecondFactor: { most: 5, seconds: 60 },
  registration: { most: 10, seconds: 3600 },
  registrationNetwork: { most: 100, seconds: 3600 },
  registrationsOfAll: { most: 5000, seconds: 3600 },
  registrationAlert: { most: 1, seconds: 3600 },
  recovery: { most: 5, seconds: 3600 },
  /** Links to set a password. They are valid for as long as this limit lasts. */
  mailbox: { most: 5, seconds: 3600 },
  /** Of these, the links that one network may cause. */
  mailboxNetwork: { most: 3, seconds: 3600 },
  newEmail: { most: 5, seconds: 3600 },
  /** Each new wallet address sends a security email. */
  newWallet: { most: 5, seconds: 3600 },
  /** Of one member, by staff. Each one revokes a password link, so the member has to ask again. */
  endedSessions: { most: 5, seconds: 3600 },
  /** Views of one member by one operator. The member's activity has each one. */
  memberView: { most: 5, seconds: 3600 },
  /** Changes by one operator that each send an email to the alert mailbox. */
  reportedChange: { most: 30, seconds: 3600 },
  newMailbox: { most: 5, seconds: 3600 },
  /** Registration emails that one network may cause for one mailbox. */
  registrationEmailNetwork: { most: 3, seconds: 3600 },
  registrationEmail: { most: 5, seconds: 3600 },
  /** Reserved for a registration that has had no email yet. */
  firstRegistrationEmail: { most: 1, seconds: 3600 },
  checks: { most: 60, seconds: 60 },
  contact: { most: 5, seconds: 3600 },
  /** We keep contact messages for years and email each one to support. */
  contactNetwork: { most: 20, seconds: 3600 },
  contactOfAll: { most: 1000, seconds: 3600 },
  money: { most: 60, seconds: 60 },
  /** These cost a member nothing, and the ledger keeps each of them for good. */
  depositRequests: { most: 120, seconds: 3600 },
  withdrawalRequests: { most: 120, seconds: 3600 },
  autoUpgrade: { most: 120, seconds: 3600 },
  /** Each look-up by hash sends requests to TRON nodes, which count them. */
  verification: { most: 6, seconds: 60 },
  policyReports: { most: 10, seconds: 60 },
  /** A receipt hashes everything that its command did. */
  receipts: { most: 60, seconds: 60 },
  /** A statement may have 10,000 lines. */
  statements: { most: 20, seconds: 60 },
  proofReports: { most: 5, seconds: 86_400 },
  export: { most: 20, seconds: 86_400 },
  /** A file with all data that we hold about a member. */
  ownData: { most: 5, seconds: 86_400 },
  general: { most: 600, seconds: 60 },
} as const

/**
 * Reinstatements of one member in an hour. Each one, and each suspension before it, stays in the
 * ledger and is emailed.
 */
export const MAX_REINSTATEMENTS = 5

export type RateLimitName = keyof typeof rateLimits

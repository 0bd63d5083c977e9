/** Phrases that no native speaker would write here, each with what to write instead. */
export const bannedPhrases: [phrase: RegExp, instead: string][] = [
  [/\bstand(s|ing)?\b(?! (for|in|by)\b)/, '"is", "is listed", "is held", "is open"'],
  [/\bwho(so)?ever\b/, 'name the actor: "anyone who", "the member who"'],
  [/\banew\b/, '"again"'],
  [/\bby itself\b/, '"automatically", "on its own"'],
  [/\bbeneath\b/, '"below"; the members below are the "downline"'],
  [/\bbec(ame|omes?) of\b/, '"the result of", "the status of"'],
  [/\bto be had\b/, '"available"'],
  [/\b(is|are|was|were|be|been) said\b/, 'name who says it: "the page says", "we report"'],
  [/\bsays? so\b/, 'what it says: "reports the error", "shows a notice"'],
  [/\b(is|are|was|were|be|been) told\b/, 'name who tells: "we notify the member", "gets an email"'],
  [/\bput(s|ting)? aside\b/, '"hold" for money, "quarantine" for a failing item'],
  [/\btak(e|es|en|ing) up again\b/, '"requeue", "retry"'],
  [/\be-mails?\b/, '"email"'],
  [/\bdead for sure\b/, '"provably expired"'],
  [/\bmend(s|ed|ing)?\b/, '"fix"'],
  [/\b(verification|security|money|reset|change|device|referral|recovery) letters?\b/, '"email"'],
  [/\b(the|its|this|that|each|every|all) letters?\b(?! (of|or|follows)\b)/, '"email"'],
]

/** What the API and other systems fix: these words stay as they are. */
export const fixedNames = [
  '/tree/beneath/',
  '`beneath/',
  '`tree/beneath/',
  "'beneath'",
  'not_beneath',
  'SeatBeneath',
  'beneath:',
  '{ beneath }',
  'beneath.',
  'beneath &&',
  'checked_by_itself',
]

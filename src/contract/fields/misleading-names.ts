import { reservedUsernames, staffWords } from './reserved-usernames.ts'

// Names that no one may register although their characters are valid. A reader would mistake them
// for ours, or an email program would turn them into links. Names from before these rules still
// work.

const folds: Record<string, string> = { '0': 'o', '1': 'l', i: 'l', '5': 's', '3': 'e' }
const joined: Record<string, string> = { vv: 'w', rn: 'm' }

/** A name as a hasty reader sees it: without punctuation, and with look-alikes as one character. */
const skeletonOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replace(/[01i53]/g, (each) => folds[each] ?? each)
    .replace(/vv|rn/g, (each) => joined[each] ?? each)

// Roots is a surname. The plurals of other reserved words are allowed: `member5` reads like one.
const staffForms = staffWords.flatMap((word) => (word === 'root' ? [word] : [word, `${word}s`]))
const reserved = new Set(reservedUsernames.map(skeletonOf))
const staff = new Set(staffForms.map(skeletonOf))
/** Two staff words in one: `supportteam`. */
const pairs = new Set(
  staffForms.flatMap((first) => staffForms.map((second) => skeletonOf(first + second))),
)
let ours = skeletonOf('twofold')

/** Protects the name of the company's account, for a process that has another brand. */
export function protectName(name: string): void {
  ours = skeletonOf(name)
}

/** `support24`, but not a common word with a number. */
const isStaff = (word: string): boolean =>
  staff.has(skeletonOf(word)) || staff.has(skeletonOf(word.replace(/\d+$/, '')))

/** Whether a name looks like ours or our staff's. */
export function looksReserved(name: string): boolean {
  const skeleton = skeletonOf(name)
  if (reserved.has(skeleton) || skeleton.includes(ours) || pairs.has(skeleton)) return true
  return [name, ...name.split(/[._-]/)].some((part) => isStaff(part))
}

/** Whether email programs would turn it into a link, such as `prize.example.com`. */
export const looksLikeLink = (name: string): boolean => /\.[a-z]{2,}[._-]*$/i.test(name)

import type { TestName } from './spec-line.ts'

const FORMS = 'browser/forms.spec'
const FAILURES = 'browser/failures.spec'
const MEMBER = 'browser/member.spec'
const MONEY = 'browser/money.spec'
const EVERYWHERE = 'browser/everywhere.spec'
const SESSION = 'browser/session.spec'
const VISITOR = 'browser/visitor.spec'
const QUOTES = 'web/quotes.test'
const FETCHING = 'web/fetching.test'
const NETWORK = 'api/network/network.test'

/** The tests that the lines name, each under a short name. */
export const held = {
  mainJob: ['browser/main-job.spec', 'the main job by keyboard alone, from register to withdraw'],
  contact: [FORMS, 'contact: the captcha must be solved, then the message goes out'],
  renewed: [FORMS, 'a message that still stands is renewed, not doubled'],
  login: [FORMS, 'login: required fields, the one message for false credentials'],
  register: [FORMS, 'register: a code from the link is read-only and names its owner'],
  codeless: [FORMS, 'register without a code: null is sent; the mail is sent again once a day'],
  reset: [FORMS, 'a forgotten password is set anew through the mailed link'],
  falseLink: [FORMS, 'a false verification link leads back to registration'],
  inVain: [FAILURES, 'what a visitor sends in vain is named, with what is known'],
  rooms: [FAILURES, 'a room that cannot load its member says which, and recovers'],
  readings: [FAILURES, 'what else a room reads is tried again, then named'],
  walletless: [FAILURES, 'the deposit dialog without a wallet or a rate says so and stays closed'],
  depositRules: [
    FAILURES,
    'deposit: closed while empty, below 1 or processing; refused in the server’s words',
  ],
  unsaved: [FAILURES, 'account: what cannot be saved is named'],
  password: [MEMBER, 'the password is changed only when both new ones agree'],
  search: [MEMBER, 'Family Tree: search by profile id, by key and by button'],
  copy: [MEMBER, 'clicking the referral code copies the link'],
  penniless: [MEMBER, 'an activation that the wallet cannot pay is not offered'],
  dialogs: [MEMBER, 'dialogs are accessible in both themes'],
  hint: [MEMBER, 'a hint waits 700 ms; its neighbour opens at once, and not 300 ms later'],
  emptyTree: [MEMBER, 'My Tree without an answer is an empty tree'],
  withdrawal: [
    'browser/withdraw.spec',
    'withdraw: closed below $3, without address or rate; failures are said; all is back',
  ],
  mismatch: [MONEY, 'deposit: another amount is shown against the asked one, and accepted'],
  resumed: [EVERYWHERE, 'an open deposit is come back to by its URL'],
  verified: [EVERYWHERE, 'a transaction that is none is told apart before it is asked about'],
  unanswered: [EVERYWHERE, 'without an answer the page stays, says so, and recovers'],
  renewedToken: [SESSION, 'a stale access token is renewed once, unseen'],
  deadSession: [SESSION, 'a dead session ends quietly: tokens gone, login page'],
  logout: [SESSION, 'logout clears both tokens, opens the login page and says so'],
  unknownPath: [VISITOR, 'an unknown path answers 404 with the same page and a link home'],
  planPage: [VISITOR, 'the plan page shows the catalogue, home leads to the default sponsor'],
  withdrawalWords: [QUOTES, 'says what stands against it in the words of the specification'],
  withdrawalButton: [QUOTES, 'keeps its button closed below $3 only'],
  withdrawalQuote: [QUOTES, 'quotes fee, net and about how many TRX'],
  depositFee: [QUOTES, 'quotes the fee between $0.10 and $2.00, half up to the cent'],
  depositCoins: [QUOTES, 'TRX is the total over the rate with five decimals, never too little'],
  depositAmounts: [QUOTES, 'judges %j as %s'],
  activation: [QUOTES, 'is ready only for an inactive profile that can be paid'],
  nameless: ['web/toasts.test', 'without a name there is no link to copy'],
  durations: [
    'web/toasts.test',
    'a message stands for 3 seconds, a failure for 5, and 10 where there is more to read',
  ],
  timeout: [FETCHING, 'an answer is waited for 10 seconds'],
  retries: [
    FETCHING,
    'a reading is tried four times, 1 s doubling apart; a refusal and a change once',
  ],
  kept: [
    FETCHING,
    'the pause between attempts is 30 s at most; what was read is kept for 5 minutes',
  ],
  colours: [
    'web/plan-colours.test',
    'bronze is orange, silver gray, gold yellow, platinum purple, diamond blue',
  ],
  links: ['web/paths.test', 'every URL of the web app'],
  board: ['web/places.test', 'one alone has the six places of the board, empty and named'],
  catalogue: [NETWORK, 'the plans are the default catalogue, for everybody'],
  levels: [NETWORK, 'the tree shows two levels in their places'],
  payments: ['api/deposit/deposit-verify.test', 'what is no transaction id never reaches a node'],
  figures: [
    'api/deposit/deposit.test',
    'figures that are not ours are refused, and both are named',
  ],
  minimum: ['api/deposit/deposit.test', 'the minimum is two dollars'],
  newestDeposits: [
    'api/deposit/deposit.test',
    'the history of deposits is the ten newest, newest first',
  ],
  newestWithdrawals: [
    'api/withdrawal/withdrawal.test',
    'the eleventh open one is refused; the history shows the ten newest',
  ],
  resend: [
    'api/account/registration.test',
    'a verification mail is sent again once in 24 hours, known address or not',
  ],
  tokens: ['api/account/sessions.test', 'token verify takes a living access token alone'],
} as const satisfies Record<string, TestName>

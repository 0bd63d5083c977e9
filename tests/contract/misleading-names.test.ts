import { expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { reservedUsernames } from '../../src/contract/fields/reserved-usernames.ts'
import { looksLikeLink, looksReserved } from '../../src/contract/fields/misleading-names.ts'
import { english, readIssue } from '../../src/contract/texts/texts.ts'

test.each([
  'tw0fold',
  'twofold.',
  'twofold-support',
  'Twofold_Team',
  'TwofoldOfficial',
  'my.twof0ld',
  'adm1n',
  'admin.',
  '4ll-admin',
  'a.d.m.i.n',
  'ADMIN_',
  'adm-in',
  'admin2026',
  'admln',
  'support24',
  '5upport',
  'supp0rt-desk',
  'the-support',
  'supportteam',
  'help.desk',
  '0perator',
  'r00t',
  's3curity',
  'no_reply',
  'n0-reply',
  'payout-team',
  'sy5tem',
  'tvvofold',
  'tvv0f0ld-team',
  'payouts',
  'Payouts24',
  'admins',
  'moderators',
  'events',
  'x.support.y',
  'the-official-desk',
  'a_adm1n_b',
  'adrnin',
  'supportteams',
  'moderator-noreply',
])('refuses %s as misleading', (name) => {
  expect(looksReserved(name)).toBe(true)
})

test.each([
  'wanda',
  'anna',
  'amber-bay',
  'roots',
  'teamster',
  'administer',
  'supporter',
  'stafford',
  'rootsy-anna',
  'john.s',
  'helper',
  'member1',
  'member5',
  'owner1',
  'mailman',
  'finn',
  'savvy',
  'chrissy.s',
  'anna-wvv',
  'arno',
  'bernard',
  'mels',
])('accepts %s', (name) => {
  expect([looksReserved(name), looksLikeLink(name)]).toEqual([false, false])
})

test('refuses every reserved name in any case', () => {
  expect(reservedUsernames.filter((name) => !looksReserved(name.toUpperCase()))).toEqual([])
})

test.each([
  ['claim-100usd.evil.example.com', true],
  ['anna.smith', true],
  ['pay.me-', true],
  ['anna.s', false],
  ['a.b1', false],
  ['anna.smith7', false],
  ['anna-smith', false],
])('checks whether %s looks like a link: %s', (name, is) => {
  expect(looksLikeLink(name)).toBe(is)
})

const registration = (username: string) =>
  calls.register.body.safeParse({
    username,
    email: 'anna@example.org',
    password: 'correct horse battery',
    password2: 'correct horse battery',
  })

test('explains both at registration, and still lets existing names sign in', () => {
  expect(registration('anna-smith').success).toBe(true)
  for (const [name, sentence] of [
    ['tw0fold', 'This username looks like one of ours. Choose another one.'],
    ['prize.example.com', 'Choose a username that does not look like a web address.'],
  ] as const) {
    const judged = registration(name)
    expect(judged.error?.issues.map(({ message }) => english(readIssue(message)))).toEqual([
      sentence,
    ])
    expect(calls.login.body.safeParse({ username: name, password: 'x' }).success).toBe(true)
    expect(calls.checkUsername.query.safeParse({ username: name }).success).toBe(true)
  }
})

import { describe, expect, test } from 'vitest'
import { readForm } from '../../src/tron/node/answer-form.ts'
import { readBroadcast } from '../../src/tron/query/broadcast.ts'
import { fine, troubled } from '../../src/tron/node/trouble.ts'

describe('every kind of error becomes a typed failure', () => {
  test.each([
    [
      200,
      '{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}',
      'busy',
    ],
    [200, '{"Error":"class org.tron.core.exception.X : no OwnerAccount."}', 'refused'],
    [200, 'this API is closed because this node is a lite fullnode', 'unavailable'],
    [200, '<html><body>Bad gateway</body></html>', 'malformed'],
    [200, '{"blockID":"0000', 'malformed'],
    [200, '', 'malformed'],
    [404, '{"Error":"this API is unavailable due to config"}', 'unavailable'],
    [413, 'too large', 'too_large'],
    [401, '{"Error":"ApiKey not exists"}', 'unauthorised'],
    [400, '{"success":false,"error":"A valid account address is required."}', 'refused'],
    [
      403,
      '{"Success":false,"Error":"exceeds the frequency limit","StatusCode":403}',
      'rate_limited',
    ],
    [403, '{"Error":"API key is required"}', 'unauthorised'],
    [403, '{"Error":"method not allowed for this plan"}', 'unavailable'],
    [403, '', 'unavailable'],
    [429, '{"Error":"request rate exceeded the allowed_rps(10)"}', 'rate_limited'],
    [503, 'Service Unavailable', 'rate_limited'],
    [502, '<html>', 'server_error'],
    [302, '', 'redirected'],
  ])('HTTP %i %s', (status, text, kind) => {
    expect(readForm(status, text)).toMatchObject({ ok: false, trouble: { kind } })
  })

  test.each(['{}', '[]', '{"result":{"result":true}}'])('%s is an answer', (text) => {
    expect(readForm(200, text)).toEqual({ ok: true, value: JSON.parse(text) as unknown })
  })

  test.each(['<', ' ', '<a', ' <'])('reads megabytes of “%s” at once', (part) => {
    const startMs = performance.now()
    readForm(502, part.repeat(100_000))
    expect(performance.now() - startMs).toBeLessThan(2_000)
  })

  test('keeps details short', () => {
    const form = readForm(500, 'x'.repeat(10_000))
    expect(JSON.stringify(form).length).toBeLessThan(300)
  })
})

describe('broadcast answers', () => {
  const hex = Buffer.from('no OwnerAccount').toString('hex')
  test.each([
    [{ result: true, txid: 'ab' }, 'accepted'],
    [{ code: 'SUCCESS', result: true }, 'accepted'],
    [{ code: 'DUP_TRANSACTION_ERROR', message: hex }, 'duplicate'],
    [{ code: 'SIGERROR', message: hex }, 'rejected'],
    [{ code: 'CONTRACT_VALIDATE_ERROR', message: hex }, 'rejected'],
    [{ code: 'TAPOS_ERROR' }, 'rejected'],
    [{ code: 'SERVER_BUSY' }, 'unknown'],
    [{ code: 'OTHER_ERROR' }, 'unknown'],
    [{ result: false }, 'unknown'],
    [{}, 'unknown'],
    ['text', 'unknown'],
  ])('%j is %s', (body, outcome) => {
    expect(readBroadcast(fine(body))).toMatchObject({ outcome })
  })

  test('reads hex messages, and treats a lost answer as unknown', () => {
    expect(readBroadcast(fine({ code: 'SIGERROR', message: hex }))).toMatchObject({
      message: 'no OwnerAccount',
    })
    expect(readBroadcast(troubled('timeout', 'x'))).toMatchObject({ outcome: 'unknown' })
  })
})

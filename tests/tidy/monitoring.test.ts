import { expect, test } from 'vitest'
import { describeMetrics, isOfNode } from '../../scripts/reference/metrics-text.ts'
import { alertNames } from '../../src/server/monitoring/alert-kinds.ts'
import { filesBelow, readText } from './sources.ts'

// The alert rules, their runbooks, their tests, and the dashboard belong together.

const rules = readText('deploy/monitoring/alerts.yml')
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)

test('every alert has a runbook of its name, and every runbook an alert', () => {
  const runbooks = filesBelow('docs/runbooks').map((path) => path.replace(/^.*\/|\.md$/g, ''))
  expect(alerts.length).toBeGreaterThan(20)
  expect(runbooks).toEqual(alerts.toSorted())
  const linked = [...rules.matchAll(/^ +runbook: docs\/runbooks\/(\w+)\.md$/gm)]
  expect(linked.map(([, name]) => name)).toEqual(alerts)
})

test('the runbook of console alerts has each of them', () => {
  const text = readText('docs/runbooks/ConsoleAlert.md')
  expect(alertNames.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test('every runbook has the same sections', () => {
  const sections = ['Meaning', 'Member impact', 'Diagnosis', 'Fix', 'What not to do']
  const odd = alerts.filter((name) => {
    const text = readText(`docs/runbooks/${name}.md`)
    const found = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
    return !text.startsWith(`# ${name}\n`) || found.join() !== sections.join()
  })
  expect(odd).toEqual([])
})

test('every alert has a test for promtool', () => {
  const tested = [...readText('deploy/monitoring/alerts.test.yml').matchAll(/^ +- name: (\w+)$/gm)]
  expect(tested.map(([, name]) => name).toSorted()).toEqual(alerts.toSorted())
})

const { all, http, ledger } = describeMetrics()
const exported = new Set([...all, ...http, ...ledger].map(({ name }) => name))
// Prometheus adds it for each process it scrapes.
exported.add('up')
// etcd has it, at the port of deploy/ha/etcd.env.
exported.add('etcd_server_has_leader')
// node_exporter has these. Only it sees the disks of every machine.
for (const name of ['avail_bytes', 'size_bytes', 'readonly'])
  exported.add(`node_filesystem_${name}`)

/** The metrics in a PromQL expression: the rest without labels, groups, and functions. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\b(and|or|unless|offset \d+m)\b/g, ' ')
  return [...bare.matchAll(/[a-z_][a-z0-9_]*\b(?!\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !/^e\d*$/i.test(name))
}

const unknownIn = (expression: string): string[] =>
  metricsIn(expression).filter((name) => {
    const base = name.replace(/_(bucket|sum|count)$/, '')
    return !isOfNode(name) && !exported.has(name) && !exported.has(base)
  })

test('finds metrics in expressions', () => {
  const expression = 'sum by (le) (rate(a_seconds_bucket{le="1"}[5m])) / b_total > 14.4 * 0.01'
  expect(metricsIn(expression)).toEqual(['a_seconds_bucket', 'b_total'])
  expect(unknownIn('max(ledger_seq) > no_such_metric')).toEqual(['no_such_metric'])
})

test('alert rules use metrics that we export', () => {
  const expressions = [...rules.matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  )
  expect(expressions).toHaveLength(alerts.length)
  expect(expressions.flatMap(unknownIn)).toEqual([])
})

// Prometheus 3 stores le="1.0", and earlier versions le="1".
test('finds the bucket of a whole bound in every version of Prometheus', () => {
  const texts = alerts.map((name) => readText(`docs/runbooks/${name}.md`))
  texts.push(readText('deploy/monitoring/dashboard.json').replaceAll('\\"', '"'))
  texts.push(rules.replaceAll(/^ *#.*$/gm, ''))
  const bounds = texts.flatMap((text) =>
    [...text.matchAll(/\ble(=~?"\d[^"]*")/g)].map(([, selector = '']) => selector),
  )
  expect(bounds.length).toBeGreaterThan(10)
  expect(bounds.filter((selector) => !/^=~"\d+\(\[\.\]0\)\?"$/.test(selector))).toEqual([])
})

test('the dashboard uses metrics that we export', () => {
  const text = readText('deploy/monitoring/dashboard.json')
  const expressions: string[] = []
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'expr') expressions.push(String(value))
    return value
  })
  expect(expressions.length).toBeGreaterThan(30)
  expect(expressions.flatMap(unknownIn)).toEqual([])
})

/** Code in a runbook that is PromQL: a call of its functions, or a metric with labels or alone. */
const isExpression = (code: string): boolean =>
  /^(sum|max|rate|increase|changes|histogram_quantile)\b.*\(/.test(code) || /^\w+\{/.test(code)

test('runbooks use metrics that we export', () => {
  const texts = [...alerts.map((name) => `docs/runbooks/${name}.md`), 'docs/operations.md']
  const spans = [...texts, 'docs/operations-reference.md'].flatMap((path) =>
    [...readText(path).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => ({ path, code })),
  )
  const expressions = spans.filter(({ code }) => isExpression(code) && !code.startsWith('phase'))
  expect(expressions.length).toBeGreaterThan(10)
  // A name alone may also be one of the schema, or of PostgreSQL.
  const names = spans.filter(({ code }) => /^[a-z]+(_[a-z]+)*_(total|seconds|bytes)$/.test(code))
  expect(names.length).toBeGreaterThan(10)
  const unknown = [...expressions, ...names].flatMap(({ path, code }) =>
    unknownIn(code).map((name) => `${path} names ${name}`),
  )
  expect(unknown).toEqual([])
})

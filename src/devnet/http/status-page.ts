import { describeNetwork, type Bench } from './devnet-endpoints.ts'

/** A small page without scripts that shows the network's state. All values are our own. */
export function statusPage(bench: Bench): string {
  const rows = Object.entries(describeNetwork(bench))
    .map(([name, value]) => `<tr><th>${name}</th><td>${String(value)}</td></tr>`)
    .join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Devnet</title>
<meta http-equiv="refresh" content="3">
<style>body{font:15px/1.5 system-ui;margin:2rem}th{text-align:left;padding-right:1rem}</style>
<h1>Development TRON network</h1><p>Coins here are worth nothing.</p><table>${rows}</table></html>`
}

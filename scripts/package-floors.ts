// Below these versions something known is wrong that reaches us. A registry's audit does not
// answer everywhere, so the floors stand here; whoever reads an advisory adds a line.
const floors: Record<string, { version: string; advisory: string }> = {
  fastify: { version: '5.12.1', advisory: 'GHSA-w2qp-rph6-63g4: handed over the raw value' },
  nodemailer: { version: '10.4.1', advisory: 'CVE-2026-125755: address parsing' },
  zod: { version: '3.22.3', advisory: 'CVE-2023-4316: e-mail pattern of quadratic time' },
}

export type Package = { name: string; version: string }

const parts = (version: string): number[] => version.split(/[.-]/).slice(0, 3).map(Number)

function isBelow(version: string, floor: string): boolean {
  const [have, want] = [parts(version), parts(floor)]
  const at = have.findIndex((part, i) => part !== want[i])
  return at !== -1 && (have[at] ?? 0) < (want[at] ?? 0)
}

/** In sentences: packages with a known fault, and floors of packages that are not there. */
export function faultsOf(packages: readonly Package[]): string[] {
  return Object.entries(floors).flatMap(([name, { version: floor, advisory }]) => {
    const found = packages.filter((each) => each.name === name)
    if (found.length === 0) return [`${name} has a floor and is not installed`]
    const old = found.filter(({ version }) => isBelow(version, floor))
    return old.map(({ version }) => `${name} ${version} is below ${floor}: ${advisory}`)
  })
}

/** Limits a process to a share of one core, as a container platform does. Needs Linux and root. */
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Short, so that a process doesn't answer in bursts. */
const PERIOD_US = 10_000
/** Where the kernel takes groups of processes, in its older and in its newer form. */
const ROOTS = [
  {
    path: '/sys/fs/cgroup/cpu',
    limits: (us: number) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${us}` }),
  },
  { path: '/sys/fs/cgroup', limits: (us: number) => ({ 'cpu.max': `${us} ${PERIOD_US}` }) },
]

// Elsewhere than in such a file system, writing would create a plain file and limit nothing.
const existing = { flag: 'r+' }

/**
 * Returns what undoes it once the process has ended, or null where the machine has no such limits.
 */
export async function limitCpu(pid: number, share: number): Promise<(() => Promise<void>) | null> {
  for (const { path, limits } of ROOTS) {
    const group = join(path, `twofold-bench-${pid}`)
    try {
      await mkdir(group)
      for (const [file, text] of Object.entries(limits(Math.round(share * PERIOD_US)))) {
        await writeFile(join(group, file), text, existing)
      }
      await writeFile(join(group, 'cgroup.procs'), String(pid), existing)
      return () => rmdir(group)
    } catch {
      await rmdir(group).catch(() => {})
    }
  }
  return null
}

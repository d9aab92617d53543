// Allows one installer at a time on a machine, with a folder as the lock. If its holder dies, the folder's modification
// time stops, and another installer takes over. Two that take over in the same instant may both run. This only costs
// time, because apt has a lock of its own.

import { mkdir, rename, rm, stat, utimes } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"

/** A lock that was not touched for this long counts as abandoned. */
const staleMillis = 30_000
const pollMillis = 250
/** The longest wait for the lock. */
const patienceMillis = 900_000

const take = async (folder: string): Promise<boolean> => {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}

const dropIfStale = async (folder: string): Promise<void> => {
  const changedMillis = await stat(folder).then(
    (stats) => stats.mtimeMs,
    () => Number.POSITIVE_INFINITY
  )
  if (Date.now() - changedMillis < staleMillis) return
  const aside = `${folder}.${process.pid}`
  await rename(folder, aside).then(
    () => rm(aside, { recursive: true, force: true }),
    () => undefined
  )
}

/** Runs `body` while holding the lock. Fails if the lock is still held after `patienceMillis`. */
export const withLock = async <A>(folder: string, body: () => Promise<A>): Promise<A> => {
  const givesUpAt = Date.now() + patienceMillis
  while (!(await take(folder))) {
    if (Date.now() > givesUpAt) throw new Error(`Another process is still installing a browser: ${folder} exists.`)
    await dropIfStale(folder)
    await sleep(pollMillis)
  }
  const touch = setInterval(() => {
    const now = new Date()
    utimes(folder, now, now).catch(() => undefined)
  }, staleMillis / 4)
  try {
    return await body()
  } finally {
    clearInterval(touch)
    await rm(folder, { recursive: true, force: true })
  }
}

// Finds a Chromium that can load unpacked extensions, or installs one. The README gives the order.

import { join } from "node:path"

import { judge } from "./candidate.ts"
import { installWithApt, installWithPlaywright } from "./install.ts"
import { withLock } from "./lock.ts"
import { type Machine, thisMachine } from "./machine.ts"
import { cacheFolder, cachedChromiums } from "./playwright-cache.ts"
import { which } from "./program.ts"

const names = ["chromium", "chromium-browser"]

const help = `What to do: install Chromium (Debian: apt-get install chromium; any system: npx playwright-core install
chromium) and run this again, or set CHROMIUM_PATH to one. Branded Google Chrome no longer loads extensions.`

const failure = (headline: string, attempts: ReadonlyArray<string>): Error =>
  new Error([headline, ...attempts.map((line) => `  - ${line}`), help].join("\n"))

/** Returns the first suitable browser that is installed, and appends those it rejected to `attempts`. */
const look = async (machine: Machine, attempts: Array<string>): Promise<string | undefined> => {
  for (const name of names) {
    const path = await which(machine, name)
    if (path === undefined) {
      attempts.push(`${name} on PATH: none`)
      continue
    }
    const verdict = await judge(machine, path)
    if (verdict.ok) return verdict.path
    attempts.push(`${name} on PATH: ${verdict.reason}`)
  }
  for (const path of await cachedChromiums(machine)) {
    const verdict = await judge(machine, path)
    if (verdict.ok) return verdict.path
    if (!verdict.reason.endsWith("not an executable file")) attempts.push(`Playwright's cache: ${verdict.reason}`)
  }
  attempts.push(`Playwright's cache: no suitable browser in ${cacheFolder(machine)}`)
  return undefined
}

const install = async (machine: Machine, attempts: Array<string>): Promise<string | undefined> => {
  const ways = [
    { name: "apt-get install chromium", run: installWithApt },
    { name: "playwright-core install chromium", run: installWithPlaywright }
  ]
  for (const { name, run } of ways) {
    const reason = await run(machine)
    attempts.push(`${name}: ${reason === "" ? "ran" : reason}`)
    const path = await look(machine, [])
    if (path !== undefined) return path
  }
  return undefined
}

/**
 * Returns the path of a Chromium that can load unpacked extensions. It may install one, which takes up to some minutes,
 * with progress on standard error. Only one installation runs at a time on a machine.
 *
 * Fails with an Error that lists everything tried and what to do. Fails at once if CHROMIUM_PATH names a browser that
 * cannot load extensions.
 */
export const findChromium = async (machine: Machine = thisMachine()): Promise<string> => {
  const own = machine.env.CHROMIUM_PATH
  if (own !== undefined && own !== "") {
    const verdict = await judge(machine, own)
    if (verdict.ok) return verdict.path
    throw failure("CHROMIUM_PATH does not name a Chromium that can load extensions:", [verdict.reason])
  }
  const first = await look(machine, [])
  if (first !== undefined) return first
  return withLock(join(machine.tmp, "inlay-chromium-install.lock"), async () => {
    const attempts = ["CHROMIUM_PATH: not set"]
    const path = (await look(machine, attempts)) ?? (await install(machine, attempts))
    if (path !== undefined) return path
    throw failure("No Chromium that can load extensions was found or could be installed. Tried:", attempts)
  })
}

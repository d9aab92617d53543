// Finds a Firefox that loads unsigned extensions for a session, or installs Debian's.

import { join } from "node:path"

import { installWithApt } from "../install.ts"
import { withLock } from "../lock.ts"
import { type Machine, thisMachine } from "../machine.ts"
import { isExecutable, which } from "../program.ts"

const names = ["firefox-esr", "firefox"]

const look = async (machine: Machine): Promise<string | undefined> => {
  for (const name of names) {
    const path = await which(machine, name)
    if (path !== undefined) return path
  }
  return undefined
}

/**
 * Returns the path of a Firefox: FIREFOX_PATH; firefox-esr or firefox on PATH; as root on Debian or Ubuntu `apt-get
 * install firefox-esr`. Fails with an Error that lists what was tried. Fails at once if FIREFOX_PATH does not name a
 * program.
 */
export const findFirefox = async (machine: Machine = thisMachine()): Promise<string> => {
  const own = machine.env.FIREFOX_PATH
  if (own !== undefined && own !== "") {
    if (await isExecutable(own)) return own
    throw new Error(`FIREFOX_PATH does not name a program: ${own}`)
  }
  const first = await look(machine)
  if (first !== undefined) return first
  return withLock(join(machine.tmp, "inlay-firefox-install.lock"), async () => {
    const reason = (await look(machine)) === undefined ? await installWithApt(machine, "Firefox", ["firefox-esr"]) : ""
    const path = await look(machine)
    if (path !== undefined) return path
    throw new Error(
      [
        "No Firefox was found or could be installed. Tried:",
        ...names.map((name) => `  - ${name} on PATH: none`),
        `  - apt-get install firefox-esr: ${reason}`,
        "What to do: install Firefox (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to one."
      ].join("\n")
    )
  })
}

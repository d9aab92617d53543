// The two ways to install a Chromium. Each returns an empty text if it ran, or else the reason why it did not.

import type { Machine } from "./machine.ts"
import { runProgram, which } from "./program.ts"

const playwright = "playwright-core@1.65.1"
const updateTimeoutMillis = 180_000
const installTimeoutMillis = 420_000
const downloadTimeoutMillis = 60_000

/** dejavu: the default sans with arrows and check marks; liberation: the metrics of Arial, Times and Courier. */
const chromiumPackages = ["chromium", "fonts-dejavu-core", "fonts-liberation"]

const isDebianLike = (osRelease: string): boolean =>
  osRelease
    .split("\n")
    .filter((line) => /^ID(_LIKE)?=/.test(line))
    .some((line) => /\b(debian|ubuntu)\b/.test(line))

/** Waits up to two minutes for another apt run to end (an image being built, a second checkout). */
export const installWithApt = async (
  machine: Machine,
  browserName = "Chromium",
  packages: ReadonlyArray<string> = chromiumPackages
): Promise<string> => {
  if (!isDebianLike(machine.osRelease)) return "not Debian or Ubuntu"
  if (!machine.isRoot) return "not root"
  const apt = await which(machine, "apt-get")
  if (apt === undefined) return "no apt-get on PATH"
  machine.say(`No ${browserName} found: installing one with apt-get (about 80 MB) ...`)
  const aptMachine = { ...machine, env: { ...machine.env, DEBIAN_FRONTEND: "noninteractive" } }
  const lock = ["-o", "DPkg::Lock::Timeout=120"]
  const update = await runProgram(aptMachine, apt, [...lock, "update"], updateTimeoutMillis)
  const install = ["install", "-y", "--no-install-recommends", ...packages]
  const run = await runProgram(aptMachine, apt, [...lock, ...install], installTimeoutMillis)
  if (run.ok) return ""
  return update.ok ? run.reason : `${run.reason}; update: ${update.reason}`
}

export const installWithPlaywright = async (machine: Machine): Promise<string> => {
  const npx = await which(machine, "npx")
  if (npx === undefined) return "no npx on PATH"
  machine.say("No Chromium found: downloading Playwright's (at most 60 s) ...")
  return (await runProgram(machine, npx, ["-y", playwright, "install", "chromium"], downloadTimeoutMillis)).reason
}

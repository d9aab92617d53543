// Decides whether an executable is a browser that can load an unpacked extension. It runs the program, because the file
// name proves nothing.

import type { Machine } from "./machine.ts"
import { isExecutable, runProgram } from "./program.ts"

export type Verdict = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: string }

const versionTimeoutMillis = 20_000

const brandedChrome = "is branded Google Chrome, which ignores --load-extension from version 137 on"

/** "Google Chrome for Testing" does not count as branded: it is built for automation and loads extensions. */
export const isBranded = (version: string): boolean =>
  version.includes("Google Chrome") && !version.includes("Google Chrome for Testing")

export const judge = async (machine: Machine, path: string): Promise<Verdict> => {
  if (!(await isExecutable(path))) return { ok: false, reason: `${path} is not an executable file` }
  if (machine.platform === "win32") {
    // On Windows, --version prints nothing (it opens a window), so the path decides.
    return /\\Google\\Chrome( \w+)?\\Application\\/i.test(path)
      ? { ok: false, reason: `${path} ${brandedChrome}` }
      : { ok: true, path }
  }
  const run = await runProgram(machine, path, ["--version"], versionTimeoutMillis)
  if (!run.ok) return { ok: false, reason: `${path} --version failed (${run.reason})` }
  if (isBranded(run.stdout)) return { ok: false, reason: `${path} ${brandedChrome} (${run.stdout.trim()})` }
  return { ok: true, path }
}

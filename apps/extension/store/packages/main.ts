/**
 * `pnpm package`: writes what the Chrome Web Store and Firefox Add-ons receive to `artifacts/store`. With `--check`, it
 * builds the packages a second time from a copy of the sources alone, compares them byte for byte, and runs Firefox's
 * linter on the Firefox package.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { packagesFromSources, packagesOf, writePackages, type Packages } from "./package.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const packages = packagesOf(root)
for (const { path, bytes, sha256 } of writePackages(root, join(root, "artifacts/store"), packages)) {
  say(`${path}  ${bytes} bytes  ${sha256}`)
}

const compare = (again: Packages): boolean => {
  const names: ReadonlyArray<keyof Packages> = ["chrome", "firefox"]
  return names.every((browser) => {
    const isSame = packages[browser].equals(again[browser])
    say(`${browser}: ${isSame ? "the same" : "DIFFERENT"} from a copy of the sources`)
    return isSame
  })
}

/** Exits with 1 if there is an error. The linter's version is pinned, and it is downloaded only for this check. */
const lint = (): boolean => {
  try {
    const folder = join(root, "apps/extension/.output/firefox-mv3")
    const args = ["-y", "web-ext@10.7.0", "lint", "--source-dir", folder, "--output", "json"]
    const { summary } = JSON.parse(
      execFileSync("npx", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    ) as {
      readonly summary: { readonly errors: number; readonly warnings: number }
    }
    say(`firefox: linted, ${summary.errors} errors, ${summary.warnings} warnings`)
    return summary.errors === 0
  } catch (error) {
    say(`firefox: the linter failed: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

if (process.argv.includes("--check")) {
  const folder = mkdtempSync(join(tmpdir(), "inlay-sources-"))
  const isSame = compare(packagesFromSources(root, folder))
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = lint() && isSame ? 0 : 1
}

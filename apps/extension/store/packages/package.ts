/** Builds what the stores receive: a package for each browser, its sources, and the texts of the listing. */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"

import { building, listing, privacy } from "../listing.ts"
import { zip, type ZipEntry } from "./zip.ts"

const BROWSERS = ["chrome", "firefox"] as const

/** Images of the documentation are not needed for a build, and a reviewer would have to download them. */
const isSource = (path: string): boolean => !/\.(?:jpg|gif|mp4)$/.test(path) && !path.startsWith("bench/")

/** Every file of the repository that a build needs, as listed by git. */
const sourceFiles = (root: string): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 16_000_000 })
    .split("\0")
    .filter((path) => path !== "" && isSource(path) && existsSync(join(root, path)))

const entriesOf = (folder: string): ReadonlyArray<ZipEntry> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path).split(sep).join("/"), data: readFileSync(path) }))

/** Builds the extension of a checkout for a browser, and packs the result. */
const packageFor = (root: string, browser: (typeof BROWSERS)[number]): Buffer => {
  const app = join(root, "apps/extension")
  execFileSync(process.execPath, [join(app, "node_modules/wxt/bin/wxt.mjs"), "build", "-b", browser, "--mv3"], {
    cwd: app,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"]
  })
  return zip(entriesOf(join(app, ".output", `${browser}-mv3`)))
}

export type Packages = Readonly<Record<(typeof BROWSERS)[number], Buffer>>

export const packagesOf = (root: string): Packages => ({
  chrome: packageFor(root, "chrome"),
  firefox: packageFor(root, "firefox")
})

/** Builds the packages from the sources alone, as a reviewer would. @param folder empty */
export const packagesFromSources = (root: string, folder: string): Packages => {
  for (const path of sourceFiles(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  execFileSync("npx", ["-y", "pnpm@12", "install", "--frozen-lockfile", "--prefer-offline"], {
    cwd: folder,
    env: { ...process.env, CI: "true" },
    stdio: ["ignore", "ignore", "inherit"]
  })
  return packagesOf(folder)
}

/** Writes everything that the stores receive to a folder. */
export const writePackages = (root: string, folder: string, packages: Packages) => {
  const { version } = JSON.parse(readFileSync(join(root, "apps/extension/package.json"), "utf8")) as {
    readonly version: string
  }
  const sources = sourceFiles(root).map((path) => ({ path, data: readFileSync(join(root, path)) }))
  const files: ReadonlyArray<readonly [string, Buffer]> = [
    [`inlay-${version}-chrome.zip`, packages.chrome],
    [`inlay-${version}-firefox.zip`, packages.firefox],
    [`inlay-${version}-sources.zip`, zip([...sources, { path: "BUILDING.md", data: Buffer.from(building) }])],
    ["listing.md", Buffer.from(listing)],
    ["privacy.md", Buffer.from(privacy)]
  ]
  mkdirSync(folder, { recursive: true })
  return files.map(([path, data]) => {
    writeFileSync(join(folder, path), data)
    return { path, bytes: data.length, sha256: createHash("sha256").update(data).digest("hex") }
  })
}

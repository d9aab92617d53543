import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { afterEach, beforeEach, describe, expect, it } from "vitest"

import { isBranded } from "./candidate.ts"
import { findChromium } from "./find.ts"
import type { Machine } from "./machine.ts"

const chromium = "Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)"
const branded = "Google Chrome 156.0.8078.79"
const forTesting = "Google Chrome for Testing 156.0.8078.79"

let root = ""
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "inlay-find-")))
  mkdirSync(join(root, "bin"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const script = (path: string, body: string): string => {
  const full = join(root, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, `#!/bin/sh\n${body}\n`)
  chmodSync(full, 0o755)
  return full
}
const browser = (path: string, version: string): string => script(path, `echo "${version}"`)
const cachePath = (revision: number): string => `home/.cache/ms-playwright/chromium-${revision}/chrome-linux64/chrome`

/** A program that writes a line to `calls` and then a browser to `where`. */
const installer = (path: string, where: string, before = ""): string => {
  const target = join(root, where)
  const write = `/bin/mkdir -p ${dirname(target)}; printf '#!/bin/sh\\necho ${chromium.replace(/[()]/g, "")}\\n' > ${target}`
  return script(path, `echo "$0 $*" >> ${root}/calls; ${before} ${write}; /bin/chmod +x ${target}`)
}
const calls = (): ReadonlyArray<string> =>
  existsSync(join(root, "calls")) ? readFileSync(join(root, "calls"), "utf8").trim().split("\n") : []

const machine = (over: Partial<Machine> = {}): Machine => ({
  env: { PATH: join(root, "bin") },
  platform: "linux",
  home: join(root, "home"),
  tmp: root,
  isRoot: true,
  osRelease: 'NAME="Debian GNU/Linux"\nID=debian\n',
  say: () => undefined,
  ...over
})

describe("order", () => {
  it.each([
    { present: ["bin/chromium", "bin/chromium-browser", cachePath(1200)], expected: "bin/chromium" },
    { present: ["bin/chromium-browser", cachePath(1200)], expected: "bin/chromium-browser" },
    { present: [cachePath(999), cachePath(1200)], expected: cachePath(1200) },
    { present: [cachePath(999).replace("linux64", "linux")], expected: cachePath(999).replace("linux64", "linux") }
  ])("of $present takes $expected", async ({ present, expected }) => {
    for (const path of present) browser(path, chromium)
    expect(await findChromium(machine())).toBe(join(root, expected))
  })

  it("CHROMIUM_PATH comes before everything", async () => {
    browser("bin/chromium", chromium)
    const own = browser("own/chrome", forTesting)
    expect(await findChromium(machine({ env: { PATH: join(root, "bin"), CHROMIUM_PATH: own } }))).toBe(own)
  })

  it("PLAYWRIGHT_BROWSERS_PATH replaces Playwright's cache", async () => {
    const movedBrowser = browser("moved/chromium-7/chrome-linux/chrome", forTesting)
    browser(cachePath(1200), chromium)
    const env = { PATH: join(root, "bin"), PLAYWRIGHT_BROWSERS_PATH: join(root, "moved") }
    expect(await findChromium(machine({ env }))).toBe(movedBrowser)
  })

  it.each([
    { why: "branded Chrome", version: branded },
    { why: "a snap stub", version: 'nothing"; exit 1; echo "' }
  ])("passes over $why", async ({ version }) => {
    browser("bin/chromium", version)
    browser(cachePath(1), chromium)
    expect(await findChromium(machine())).toBe(join(root, cachePath(1)))
  })
})

describe("on Windows, where no version is printed", () => {
  const find = (path: string) =>
    findChromium(machine({ platform: "win32", env: { PATH: "", CHROMIUM_PATH: script(path, "exit 1") } }))

  it("a Chromium is taken by its path, and branded Chrome refused", async () => {
    expect(await find("own/chrome.exe")).toBe(join(root, "own/chrome.exe"))
    await expect(find("C\\Google\\Chrome Beta\\Application\\chrome.exe")).rejects.toThrow("branded Google Chrome")
  })
})

describe("installation", () => {
  it("uses apt as root on Debian, with fonts and a bounded wait for the lock", async () => {
    installer("bin/apt-get", "bin/chromium")
    expect(await findChromium(machine())).toBe(join(root, "bin/chromium"))
    const lock = `${root}/bin/apt-get -o DPkg::Lock::Timeout=120`
    const fonts = "fonts-dejavu-core fonts-liberation"
    expect(calls()).toEqual([`${lock} update`, `${lock} install -y --no-install-recommends chromium ${fonts}`])
  })

  it.each([
    { why: "not root", over: { isRoot: false } },
    { why: "another system", over: { osRelease: "ID=fedora\n" } }
  ])("downloads Playwright's when $why", async ({ over }) => {
    installer("bin/apt-get", "bin/chromium")
    installer("bin/npx", cachePath(1300))
    expect(await findChromium(machine(over))).toBe(join(root, cachePath(1300)))
    expect(calls()).toEqual([`${root}/bin/npx -y playwright-core@1.65.1 install chromium`])
  })

  it("accepts ID_LIKE as Debian", async () => {
    installer("bin/apt-get", "bin/chromium")
    await findChromium(machine({ osRelease: 'ID=mint\nID_LIKE="ubuntu debian"\n' }))
    expect(calls()).toHaveLength(2)
  })

  it("installs once if two processes ask at the same time", async () => {
    installer("bin/apt-get", "bin/chromium", "/bin/sleep 0.2;")
    const both = await Promise.all([findChromium(machine()), findChromium(machine())])
    expect(new Set(both)).toEqual(new Set([join(root, "bin/chromium")]))
    expect(calls()).toHaveLength(2)
  })
})

describe("failure", () => {
  it("lists everything tried and what to do", async () => {
    browser("bin/chromium", branded)
    script("bin/apt-get", "echo 'E: Unable to locate package chromium' >&2; exit 100")
    script("bin/npx", "exit 1")
    const error = await findChromium(machine()).catch((cause: unknown) => cause)
    const message = error instanceof Error ? error.message : ""
    for (const part of [
      "CHROMIUM_PATH: not set",
      "chromium on PATH:",
      "branded Google Chrome",
      "chromium-browser on PATH: none",
      "Playwright's cache: no suitable browser in",
      "apt-get install chromium: exit 100: E: Unable to locate package chromium",
      "playwright-core install chromium: exit 1",
      "What to do:"
    ]) {
      expect(message).toContain(part)
    }
  })

  it.each([
    { why: "is branded", make: () => browser("own/chrome", branded), says: "branded Google Chrome" },
    { why: "is missing", make: () => join(root, "nowhere"), says: "is not an executable file" },
    { why: "fails", make: () => script("own/chrome", "exit 3"), says: "--version failed (exit 3)" }
  ])("is at once when CHROMIUM_PATH $why", async ({ make, says }) => {
    browser("bin/chromium", chromium)
    const env = { PATH: join(root, "bin"), CHROMIUM_PATH: make() }
    await expect(findChromium(machine({ env }))).rejects.toThrow(says)
  })
})

it.each([
  [chromium, false],
  [forTesting, false],
  [branded, true],
  ["Google Chrome 140.0.1 beta", true]
])("%s: branded is %s", (version, expected) => {
  expect(isBranded(version)).toBe(expected)
})

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterEach, beforeEach, expect, it } from "vitest"

import type { Machine } from "../machine.ts"
import { findFirefox } from "./find.ts"

let root = ""
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "inlay-firefox-find-"))
  mkdirSync(join(root, "bin"))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const program = (name: string, body = "true"): string => {
  const path = join(root, "bin", name)
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o755)
  return path
}
const machine = (over: Partial<Machine> = {}): Machine => ({
  env: { PATH: join(root, "bin") },
  platform: "linux",
  home: root,
  tmp: root,
  isRoot: true,
  osRelease: "ID=debian\n",
  say: () => undefined,
  ...over
})

it("prefers FIREFOX_PATH, and refuses one that is not a program", async () => {
  program("firefox-esr")
  const own = program("own")
  expect(await findFirefox(machine({ env: { PATH: join(root, "bin"), FIREFOX_PATH: own } }))).toBe(own)
  const wrong = machine({ env: { PATH: join(root, "bin"), FIREFOX_PATH: join(root, "none") } })
  await expect(findFirefox(wrong)).rejects.toThrow(/FIREFOX_PATH does not name a program/)
})

it("prefers the ESR edition on PATH", async () => {
  const plain = program("firefox")
  expect(await findFirefox(machine())).toBe(plain)
  const esr = program("firefox-esr")
  expect(await findFirefox(machine())).toBe(esr)
})

it("installs Debian's Firefox as root, and nothing else", async () => {
  const path = join(root, "bin/firefox-esr")
  const put = `echo "$*" >> ${root}/calls; case "$*" in *install*) printf '#!/bin/sh\\n' > ${path}; /bin/chmod +x ${path};; esac`
  program("apt-get", put)
  expect(await findFirefox(machine())).toBe(path)
})

it("lists what was tried if there is none", async () => {
  await expect(findFirefox(machine({ isRoot: false }))).rejects.toThrow(
    /firefox-esr on PATH: none[\s\S]*apt-get install firefox-esr: not root[\s\S]*FIREFOX_PATH/
  )
})

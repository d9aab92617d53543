import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterEach, beforeEach, expect, it } from "vitest"

import { extensionIdOf, matchPatternOf, readManifest, writeGrants } from "./profile.ts"

let root = ""
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "inlay-profile-")))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it("derives the id from the manifest's key", () => {
  writeFileSync(join(root, "manifest.json"), JSON.stringify({ key: Buffer.from("public key").toString("base64") }))
  expect(extensionIdOf(root)).toMatch(/^[a-p]{32}$/)
  const first = extensionIdOf(root)
  mkdirSync(join(root, "copy"))
  writeFileSync(join(root, "copy", "manifest.json"), readFileSync(join(root, "manifest.json")))
  expect(extensionIdOf(join(root, "copy"))).toBe(first)
})

it("says so when there is no extension", () => {
  expect(() => readManifest(join(root, "dist"))).toThrow("Is it built?")
})

it.each([
  ["http://127.0.0.1:4680", "http://127.0.0.1:4680/*"],
  ["https://api.example.com/v1/", "https://api.example.com/*"],
  ["https://*.example.com/*", "https://*.example.com/*"]
])("%s is granted as %s", (origin, pattern) => {
  expect(matchPatternOf(origin)).toBe(pattern)
})

it("adds grants and keeps what the browser wrote", () => {
  const path = join(root, "Default", "Preferences")
  mkdirSync(join(root, "Default"))
  const before = { extensions: { settings: { abc: { location: 8, active_permissions: { explicit_host: ["x"] } } } } }
  writeFileSync(path, JSON.stringify({ ...before, browser: { kept: true } }))
  writeGrants(root, "abc", { granted: ["https://a.example"], answered: ["https://b.example"] })
  writeGrants(root, "abc", { granted: ["https://a.example"], answered: [] })
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
    browser: { kept: true },
    extensions: {
      settings: {
        abc: {
          location: 8,
          active_permissions: { explicit_host: ["x", "https://a.example/*"] },
          runtime_granted_permissions: { explicit_host: ["https://a.example/*", "https://b.example/*"] }
        }
      }
    }
  })
})

import { expect, it } from "vitest"

import { at, startFor } from "../testing/bench.ts"

const bench = startFor()
const open = (path: string) => bench.ask(`${bench.sandbox().origin}${path}`, { token: null })
const root = "/repo/acme/widgets"

it("shows a repository: name, counts, files and README", async () => {
  expect(new URL(bench.sandbox().urls.repoPage).pathname).toBe(root)
  const { headers, status, text } = await open(root)
  const { body } = await bench.ask("/repos/acme/widgets")
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  expect(text).toContain("<title>acme/widgets: Widgets of every kind. · Codeyard</title>")
  expect(text).toContain(`<b data-count="star">${String(at(body, "stargazers_count"))}</b>`)
  expect(text).toContain(`<b data-count="fork">${String(at(body, "forks_count"))}</b>`)
  for (const piece of [`href="${root}/tree/main/src"`, `href="${root}/blob/main/README.md"`, "<h2>Widgets</h2>"]) {
    expect(text).toContain(piece)
  }
})

it("has a strict content security policy, without inline scripts or styles", async () => {
  for (const path of [root, `${root}/issues`, "/repo/nobody", "/codehost-web/login/device", "/codehost-web/nothing"]) {
    const { headers, text } = await open(path)
    expect(headers.get("content-security-policy"), path).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'.*require-trusted-types-for 'script'$/
    )
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|style=|onclick/)
  }
})

it.each([
  [`${root}/tree/feature/a/b/src`, "glow.ts"],
  [`${root}/tree/feature%2Fa%2Fb/src`, "glow.ts"],
  [`${root}/blob/main/src/widget.ts`, "export const turn"],
  [`${root}/blob/main/docs/a%20guide/%C3%BCber%20uns.md`, "Grüße."],
  [`${root}/blob/main/assets/logo.bin`, "This file is not text."],
  [`${root}/actions`, "workflow runs"],
  ["/repo/mona/empty", "Nothing has been pushed yet"],
  ["/repo/hubot/widgets", 'forked from <a href="/repo/acme/widgets">'],
  ["/repo/acme", `href="${root}"`]
])("opens %s", async (path, piece) => {
  const { status, text } = await open(path)
  expect([status, text.includes(piece)], piece).toEqual([200, true])
})

it("has one canonical address for a page", async () => {
  for (const path of [root, `${root}/`, "/repo/ACME/Widgets", `${root}?tab=readme`]) {
    expect((await open(path)).text, path).toContain(`<link rel="canonical" href="${root}"`)
  }
})

it("shows only what the signed-in person may see", async () => {
  expect((await open("/repo/acme/gadgets")).text).toContain("Private")
  for (const path of [
    "/repo/initech/stapler",
    "/repo/acme/nothing",
    `${root}/tree/nothing`,
    `${root}/blob/main/nothing`,
    `${root}/issues/99999`,
    `${root}/issues/1/x`,
    `${root}/constructor`,
    "/repo/%E0%A4%A/x",
    "/repo/__proto__/x",
    "/repo/"
  ]) {
    const { status, text } = await open(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain("There is nothing here")
  }
})

it("shows an issue as text, whatever it contains", async () => {
  const hostile = '<img src=x onerror="alert(1)">'
  const issue = await bench.ask("/repos/acme/widgets/issues", {
    body: { title: hostile, body: `# ${hostile}\n\n\`${hostile}\`` }
  })
  const { status, text } = await open(`${root}/issues/${String(at(issue.body, "number"))}`)
  expect([status, text.includes("<img src=x")]).toEqual([200, false])
  expect(text).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;")
})

it("marks the workflow runs that succeeded", async () => {
  const rows = (await open(`${root}/actions`)).text.split("<li>").slice(1)
  const isMarked = rows.map((row) => row.includes("icon open"))
  expect(isMarked).toEqual(rows.map((row) => row.includes(">success<")))
  expect(new Set(isMarked)).toEqual(new Set([true, false]))
})

it("lists issues and pull requests in pages, open and closed", async () => {
  const count = async (path: string) => [...(await open(path)).text.matchAll(/<a class="title"/g)].length
  expect(await count(`${root}/issues`)).toBe(25)
  expect(await count(`${root}/issues?page=2`)).toBe(25)
  expect((await open(`${root}/issues?page=nonsense`)).status).toBe(200)
  expect(await count(`${root}/pulls`)).toBeGreaterThan(0)
  expect((await open(`${root}/issues?state=closed`)).text).not.toContain("icon open")
})

it("serves its own files by name, avatars, and no other files", async () => {
  const type = async (path: string) => (await open(path)).headers.get("content-type")
  expect(await type("/codehost-web/assets/style.css")).toBe("text/css; charset=utf-8")
  expect(await type("/codehost-web/assets/app.js")).toBe("text/javascript; charset=utf-8")
  expect(await type("/codehost-web/assets/icon.svg")).toBe("image/svg+xml")
  expect(await type("/repo/-/avatars/u/1?v=4")).toBe("image/svg+xml")
  for (const name of ["../pages.ts", "..%2fshell.ts", "constructor", "", "style.css/x"]) {
    expect((await open(`/codehost-web/assets/${name}`)).status, name).toBe(404)
  }
})

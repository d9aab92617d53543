// A result in the chat of an MCP client: the page that `inlay mcp` offers, in a frame that may load nothing, inside a
// host that implements the extension's specification.
import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { screenshot, type Page } from "@inlay/browser"
import { expect, test } from "vitest"

import { connectMcp } from "../../src/world/mcp.ts"
import { useScene } from "../scene.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const artifacts = fileURLToPath(new URL("../../../../artifacts/console", import.meta.url))
const VIEWS = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } }
/** The specification's policy for a view that names no origins. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'"

interface Message {
  readonly method?: string
  readonly params?: { readonly url?: string; readonly height?: number }
}

const scene = useScene({}, false)

/** Shows a view in a frame, gives it a result like its host, and collects its messages. */
const host = (page: Page, html: string, result: object, theme: string) =>
  page.evaluate(
    (srcdoc, params, hostContext) => {
      document.body.replaceChildren()
      const said: Array<Message> = []
      const frame = document.createElement("iframe")
      const send = (message: object) => frame.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*")
      addEventListener("message", ({ source, data }: MessageEvent<Message & { readonly id?: number }>) => {
        if (source !== frame.contentWindow) return
        said.push(data)
        if (data.method === "ui/initialize") {
          send({
            id: data.id,
            result: { protocolVersion: "2026-01-26", hostInfo: {}, hostCapabilities: {}, hostContext }
          })
        }
        if (data.method === "ui/notifications/initialized") send({ method: "ui/notifications/tool-result", params })
        if (data.method === "ui/notifications/size-changed") frame.style.height = `${data.params?.height ?? 0}px`
      })
      Object.assign(globalThis, { said })
      frame.title = "Result"
      frame.setAttribute("sandbox", "allow-scripts")
      Object.assign(frame, { srcdoc, width: "520" })
      document.body.append(frame)
    },
    html,
    result,
    { theme }
  )

const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: ReadonlyArray<Message> }).said)

test("the cards of a report and of a person are drawn, and pass their links to the host", async () => {
  const { sandbox, extension } = scene()
  const env = Object.assign({}, ...Object.values(sandbox.plugins).map((plugin) => plugin.env)) as Record<string, string>
  const data = await mkdtemp(join(tmpdir(), "inlay-chat-"))
  const client = await connectMcp(env, data, VIEWS)
  const { contents } = await client.readResource({ uri: "ui://inlay/card.html" })
  const html = String((contents[0] as { readonly text?: string }).text).replace(
    "<head>",
    `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`
  )
  const run = (name: string, input: object) => client.callTool({ name, arguments: { ...input } })
  const report = { property: sandbox.values["property"], metrics: ["sessions"], dimensions: ["date"], totals: true }
  const results = {
    report: await run("analytics_run_reports", report),
    repository: await run("codehost_get_repository_info", { owner: "acme", repo: "widgets" }),
    person: await run("salesdata_people_enrichment", { profilenet_slug: "deepa-carmody" })
  }
  await client.close()
  await rm(data, { recursive: true, force: true })

  const page = await extension.browser.newPage()
  const errors: Array<string> = []
  page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())))
  await page.setContent("<!doctype html><html lang=en><title>Chat</title><body></body></html>")
  const shown = () => page.frames()[1]?.evaluate(() => document.body.innerText) ?? Promise.resolve("")
  for (const [name, pattern] of [
    ["report", /by date · 28 rows[^]*sessions by date: from/],
    ["repository", /acme\/widgets[^]*Default branch/],
    ["person", /Deepa Carmody[^]*deepa\.carmody@/]
  ] as const) {
    for (const theme of ["light", "dark"]) {
      await host(page, html, results[name], theme)
      await expect.poll(shown, { timeout: 10_000 }).toMatch(pattern)
      const violations = await page
        .frames()[1]
        ?.evaluate(
          `(async () => { ${axe}; return (await axe.run()).violations.map(({ id, nodes }) => id + nodes[0].html) })()`
        )
      expect(violations, `${name}, ${theme}`).toEqual([])
      // An icon is all that stands before a value.
      const lefts = await page
        .frames()[1]
        ?.evaluate(() =>
          [...document.querySelectorAll(".row:not(.short) .value")].map((value) => value.getBoundingClientRect().left)
        )
      expect(Math.max(...(lefts ?? [])), `${name}, ${theme}`).toBeLessThan(64)
      await screenshot(page, `${artifacts}/chat-${name}-${theme}.png`)
    }
  }
  const heights = (await said(page)).flatMap(({ params }) => params?.height ?? [])
  expect(heights.at(-1)).toBeGreaterThan(100)
  await page
    .frames()[1]
    ?.evaluate(() => document.querySelector<HTMLElement>('a[href^="mailto:"], a[href^="tel:"]')?.click())
  await expect
    .poll(async () => (await said(page)).find(({ method }) => method === "ui/open-link")?.params?.url)
    .toMatch(/^(mailto|tel):/)
  expect(errors).toEqual([])
})

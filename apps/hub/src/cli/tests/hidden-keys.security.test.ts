/**
 * A provider that echoes the account's key with invisible characters in it: no output of the command restores the key.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { hiddenForms, reveal } from "@inlay/core-http/testing/hidden-keys"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterAll, beforeAll, expect, it } from "vitest"

import { inlay, main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const KEY = "sk_live_CqpCu02ytOHhp3ro8YOKEyau"
const STEP = "salesdata_company_enrichment"
const BESIDE = "Ngā Kai 👩‍👩‍👧 می‌خواهم"
const FORMS = hiddenForms(KEY).map(([, text]) => text)

/** Responds with every form at once: as a match for `known.example`, and otherwise as an error message. */
const provider = createServer((request, response) => {
  let text = ""
  request.on("data", (chunk: Buffer) => (text += chunk.toString()))
  request.on("end", () => {
    const isKnown = text.includes("known.example")
    const body = isKnown
      ? { company: { name: BESIDE, domain: "known.example", technologies: FORMS } }
      : { message: FORMS.slice(0, 8).join(" "), errors: FORMS.map((form) => ({ field: "domain", message: form })) }
    response.writeHead(isKnown ? 200 : 422, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
})
let env: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  await once(provider.listen(0, "127.0.0.1"), "listening")
  env = {
    INLAY_DATA: directory(),
    INLAY_SALESDATA_API_KEY: KEY,
    INLAY_SALESDATA_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  }
})
afterAll(() => provider.close())

it("would be seen in every form, were nothing hidden", () => {
  for (const form of FORMS) expect(reveal(form)).toContain(KEY)
})

const hides = (text: string) => {
  expect(text).not.toBe("")
  expect(reveal(text)).not.toContain(KEY)
  // A terminal wraps lines, so line breaks are removed.
  expect(reveal(text.replace(/\s+/g, ""))).not.toContain(KEY)
}
const args = (domain: string) => ["run", STEP, "--input", JSON.stringify({ domain })]

it("inlay run --json, and every text in it", async () => {
  for (const domain of ["known.example", "other.example"]) {
    const { stdout, stderr } = await inlay([...args(domain), "--json"], { env })
    const document = JSON.parse(stdout) as {
      readonly record?: { readonly name: string }
      readonly raw?: { readonly company: { readonly technologies: ReadonlyArray<string> } }
    }
    hides(stdout + stderr)
    for (const part of document.record === undefined ? [document] : Object.values(document))
      hides(JSON.stringify(part) ?? "none")
    if (domain === "known.example") {
      expect(document.record?.name).toBe(BESIDE)
      const technologies = document.raw?.company.technologies ?? []
      expect(technologies).toHaveLength(FORMS.length)
      technologies.forEach(hides)
    }
  }
})

it("inlay run for people", async () => {
  for (const domain of ["known.example", "other.example"]) {
    const { stdout, stderr } = await inlay(args(domain), { env })
    hides(stdout + stderr)
    if (domain === "known.example") expect(stdout).toContain("Ngā Kai")
  }
})

it("MCP, in text and in structured content", async () => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(env) })
  )
  for (const domain of ["known.example", "other.example"]) {
    const { content, structuredContent } = await client.callTool({ name: STEP, arguments: { domain } })
    for (const part of content as ReadonlyArray<{ readonly text: string }>) hides(part.text)
    hides(JSON.stringify(structuredContent) ?? "none")
    if (domain === "known.example") expect(structuredContent).toMatchObject({ record: { name: BESIDE } })
  }
  await client.close()
})

// The console in a real browser, from the first link to the last removal: every view by keyboard and for screen
// readers, in light, dark and narrow looks.
import type { Page } from "@inlay/browser"
import { afterAll, beforeAll, expect, test } from "vitest"

import { startHub, type Hub } from "../../src/support/hub.ts"
import { listTools, signingInAgent } from "../../src/support/signing-in-agent.ts"
import { useScene } from "../scene.ts"
import { choose, fill, inspect, press, see, tabTo, text, visit } from "./console-page.ts"

const scene = useScene({}, false)
let hub: Hub

beforeAll(async () => {
  hub = await startHub({}, ["--agent-registration"])
})
afterAll(() => hub.close())

const control = async (plugin: string, path: string, body: object): Promise<void> => {
  const base = scene().sandbox.plugins[plugin]?.control ?? ""
  const response = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
}

const envOf = (plugin: string, name: string): string =>
  scene().sandbox.plugins[plugin]?.env[`INLAY_${plugin.toUpperCase()}_${name}`] ?? ""

test(
  "first run, three accounts, a step of each, Activity, a revoked token replaced, an account removed",
  { timeout: 180_000 },
  async () => {
    const { extension } = scene()
    const { browser } = extension
    const page = await browser.newPage()
    const errors: Array<string> = []
    page.on("pageerror", (error) => errors.push(String(error)))
    page.on("console", (message) => {
      // Error statuses are expected; what the page's policy refuses is not.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text())
    })

    await page.goto(hub.url)
    await see(page, /Sign in to Inlay/)
    await inspect(page, "sign-in")
    await page.goto(hub.link)
    await see(page, /Integrations/)
    await see(page, /No accounts yet/)
    await inspect(page, "integrations-empty")

    // By keyboard alone, from the first tab stop on.
    await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus())
    await tabTo(page, /^Connect Sales/i)
    await page.keyboard.press("Enter")
    await see(page, /Connect Sales/i)
    await fill(page, "Base address · required", envOf("salesdata", "BASE_URL"))
    await inspect(page, "connect")
    await press(page, "Connect")
    await see(page, /Fill this in/)
    await fill(page, "API key · required", "wrong")
    await press(page, "Connect")
    await see(page, /Nothing was stored/)
    await fill(page, "API key · required", envOf("salesdata", "API_KEY"))
    const header = envOf("salesdata", "KEY_HEADER")
    if (header !== "") {
      await page.evaluate(() => document.querySelector("details")?.setAttribute("open", ""))
      await fill(page, "Key header", header)
    }
    await press(page, "Connect")
    await see(page, /salesdata\/main is connected/)

    await visit(page, "#/integrations/codehost/new", /Connect Code/i)
    await choose(page, "#account-kind", "token")
    await fill(page, "Base address", envOf("codehost", "BASE_URL"))
    await fill(page, "Access token · required", envOf("codehost", "TOKEN"))
    await press(page, "Connect")
    await see(page, /codehost\/main is connected/)

    await visit(page, "#/integrations/analytics/new", /Connect Analytics/i)
    await choose(page, "#account-kind", "token")
    await page.evaluate(() => document.querySelector("details")?.setAttribute("open", ""))
    await fill(page, "Data API base URL", envOf("analytics", "DATA_BASE_URL"))
    await fill(page, "Admin API base URL", envOf("analytics", "ADMIN_BASE_URL"))
    await fill(page, "Access token · required", envOf("analytics", "ACCESS_TOKEN"))
    await press(page, "Connect")
    await see(page, /analytics\/main is connected/)
    await expect.poll(async () => (await text(page)).match(/Works/g)?.length, { timeout: 10_000 }).toBe(3)
    await inspect(page, "integrations")

    await visit(page, "#/tools", /Run Reports/)
    await fill(page, "Search tools", "issue")
    await see(page, /Create Issue/i)
    await inspect(page, "tools")

    await visit(page, "#/tools/salesdata_people_enrichment", /People Enrichment/)
    await fill(page, "profilenet_slug", "deepa-carmody")
    await press(page, "Preview")
    await see(page, /This costs at most 2 credits/)
    await inspect(page, "preview")
    await press(page, "Run · up to 2 credits")
    await see(page, /It cost 2 credits/)
    await see(page, /Deepa Carmody/)
    await inspect(page, "result-record")

    await visit(page, "#/tools/codehost_get_repository_info", /owner/)
    await fill(page, "owner · required", "acme")
    await fill(page, "repo · required", "widgets")
    await press(page, "Run")
    await see(page, /acme\/widgets/)

    await visit(page, "#/tools/analytics_run_reports", /Run Reports/)
    await fill(page, "property · required", scene().sandbox.values["property"] ?? "")
    await page.evaluate(() => document.querySelector("details")?.setAttribute("open", ""))
    await fill(page, "metrics", "sessions")
    await fill(page, "dimensions", "date")
    await press(page, "Run")
    await see(page, /28 rows/)
    await inspect(page, "result-card")
    await press(page, "Table")
    await see(page, /20\d{6}|20\d\d-\d\d-\d\d/)
    await inspect(page, "result-rows")

    await visit(page, "#/activity", /Runs per day/)
    await see(page, /analytics_run_reports/)
    await see(page, /salesdata_people_enrichment/)
    await page.waitForSelector(".plot canvas")
    await see(page, /Left over time/)
    await inspect(page, "activity")

    await visit(page, "#/agents", /Hub tokens/)
    await press(page, "New token")
    await fill(page, "Name", "ci")
    await see(page, /codehost\/main/)
    await inspect(page, "new-token")
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("label.choice")]
        .find((one) => one.textContent === "codehost/main")
        ?.click()
    )
    await press(page, "New token")
    await see(page, /shown only once/)
    await inspect(page, "agents")

    await visit(page, "#/settings", /SQLite/)
    await inspect(page, "settings")

    const token = envOf("codehost", "TOKEN")
    await control("codehost", "/tokens/revoke", { token })
    await visit(page, "#/integrations", /Needs attention/)
    await inspect(page, "needs-attention")
    await press(page, "Fix codehost/main")
    await see(page, /Fix codehost\/main/)
    const response = await fetch(`${scene().sandbox.plugins["codehost"]?.control}/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ login: "mona", kind: "classic", scopes: ["repo", "gist", "project", "workflow"] })
    })
    const fresh = (await response.json()) as { readonly token: string }
    await fill(page, "Access token", fresh.token)
    await press(page, "Save")
    await see(page, /codehost\/main is connected/)
    await expect.poll(async () => (await text(page)).match(/Works/g)?.length, { timeout: 10_000 }).toBe(3)

    await press(page, "Remove codehost/main")
    await see(page, /Token ci: it has no other account/)
    await inspect(page, "removal")
    await press(page, "Remove")
    await see(page, /codehost\/main is removed/)
    await see(page, /No accounts yet/)
    expect(errors).toEqual([])
  }
)

/** The page that a link of this page opens in another tab. */
const opened = async (page: Page, link: string): Promise<Page> => {
  const browser = page.browser()
  const before = new Set(browser.targets())
  await press(page, link)
  const target = await browser.waitForTarget((one) => one.type() === "page" && !before.has(one))
  const next = await target.page()
  if (next === null) throw new Error(`${link} opened no page`)
  await next.bringToFront()
  return next
}

/** Presses a button and waits for the page that follows. */
const answer = (page: Page, label: string) =>
  Promise.all([page.waitForNavigation(), page.locator(`::-p-text(${label})`).click()])

test(
  "sign-ins in the browser and with a code; an agent signs in, is listed, and is revoked",
  { timeout: 120_000 },
  async () => {
    const page = await scene().extension.browser.newPage()
    await page.goto(hub.url)
    await see(page, /Integrations|Sign in to Inlay/)
    // The link works once. This test uses it only if it runs alone.
    if ((await text(page)).includes("Sign in to Inlay")) await page.goto(hub.link)
    await see(page, /Integrations/)
    const { origin } = scene().sandbox
    const clients = await (await fetch(`${scene().sandbox.plugins["analytics"]?.control}/clients`)).json()

    await visit(page, "#/integrations/analytics/new", /Connect Analytics/i)
    await choose(page, "#account-kind", "sign_in")
    await fill(page, "Name · required", "signed-in")
    await fill(page, "Client id · required", clients.client_id)
    await fill(page, "Client secret · required", clients.client_secret)
    await page.evaluate(() => document.querySelector("details")?.setAttribute("open", ""))
    await fill(page, "Data API base URL", envOf("analytics", "DATA_BASE_URL"))
    await fill(page, "Admin API base URL", envOf("analytics", "ADMIN_BASE_URL"))
    await fill(page, "Sign-in URL", `${origin}/analytics-accounts/o/oauth2/v2/auth`)
    await fill(page, "Token URL", `${origin}/analytics-accounts/token`)
    await fill(page, "Revocation URL", `${origin}/analytics-accounts/revoke`)
    await inspect(page, "connect-sign-in")
    await press(page, "Sign in in the browser")
    await see(page, /Finish in the other tab/)
    await inspect(page, "signing-in-browser")
    const provider = await opened(page, "Open the sign-in page")
    await answer(provider, "Continue")
    await provider.close()
    await page.bringToFront()
    await see(page, /analytics\/signed-in is connected/)

    await control("codehost", "/device/interval", { seconds: 0 })
    await visit(page, "#/integrations/codehost/new", /Connect Code/i)
    await choose(page, "#account-kind", "sign_in")
    await fill(page, "Name · required", "by-code")
    await fill(page, "Base address", envOf("codehost", "BASE_URL"))
    await fill(page, "Client id · required", "Iv23liSandboxExpire1")
    await page.evaluate(() => document.querySelector("details")?.setAttribute("open", ""))
    await fill(page, "Sign-in URL", scene().sandbox.urls["codehostWeb"] ?? "")
    await press(page, "Sign in with a code")
    await see(page, /Enter this code at the provider/)
    await inspect(page, "signing-in-device")
    const code = await page.evaluate(() => document.querySelector(".copyable code")?.textContent ?? "")
    await control("codehost", "/device/approve", { user_code: code })
    await see(page, /codehost\/by-code is connected/)

    await visit(page, "#/agents", /No agent has signed in/)
    await inspect(page, "agents-none")
    const agent = await signingInAgent(hub.url, "Scribe")
    await page.goto(agent.address)
    await see(page, /Let Scribe use your accounts/)
    await inspect(page, "consent")
    for (const box of await page.$$('input[name="account"]:not([value="codehost/by-code"])')) await box.click()
    await answer(page, "Allow")
    await see(page, /Back to the agent/)
    const token = await agent.token()
    agent.close()
    const { status, names } = await listTools(hub.url, token)
    expect([status, names.some((name) => name.startsWith("codehost_"))]).toEqual([200, true])
    expect(names.filter((name) => name.startsWith("analytics_"))).toEqual([])

    await page.goto(`${hub.url}/#/agents`)
    await see(page, /Scribe\s+read-only · accounts: codehost\/by-code[^]*sign-in sent to 127\.0\.0\.1/)
    await inspect(page, "agents-signed-in")
    await visit(page, "#/integrations", /by-code/)
    await press(page, "Remove codehost/by-code")
    await see(page, /Agent Scribe: it has no other account/)
    await press(page, "Cancel")
    await visit(page, "#/agents", /Scribe/)
    await press(page, "Revoke Scribe")
    await see(page, /It stops working at once/)
    await press(page, "Revoke")
    await see(page, /No agent has signed in/)
    expect((await listTools(hub.url, token)).status).toBe(401)
  }
)

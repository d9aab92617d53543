// Sign-ins in the console: an account's in the browser and with a code, and an agent's with its consent page.
import type { Page } from "@inlay/browser"
import { expect, test } from "vitest"

import { listTools, signingInAgent } from "../../src/world/signing-in-agent.ts"
import { choose, fill, inspect, press, see, visit } from "./console-page.ts"
import { useConsole } from "./console-world.ts"

const { scene, hub, control, envOf } = useConsole()

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
    await page.goto(hub().link)
    await see(page, /Integrations/)
    const { origin } = scene().sandbox
    const clients = await control<Readonly<Record<"client_id" | "client_secret", string>>>("analytics", "/clients")

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
    await press(page, "Sign in with the browser")
    await see(page, /Finish in the other tab/)
    await inspect(page, "signing-in-browser")
    const provider = await opened(page, "Open the sign-in page")
    await answer(provider, "Continue")
    await see(provider, /Connected/)
    await inspect(provider, "signed-in-browser")
    expect(await provider.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/system-ui/)
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
    const agent = await signingInAgent(hub().url, "Scribe")
    await page.goto(agent.address)
    await see(page, /Let Scribe use your accounts/)
    await inspect(page, "consent")
    await page.setViewport({ width: 360, height: 740 })
    const boxWidths = await page.$$eval('[type="checkbox"]', (all) =>
      all.map((box) => box.getBoundingClientRect().width)
    )
    expect(boxWidths).toEqual([16, 16, 16])
    for (const box of await page.$$('input[name="account"]:not([value="codehost/by-code"])')) await box.click()
    await answer(page, "Allow")
    await see(page, /Back to the agent/)
    const token = await agent.token()
    agent.close()
    const { status, names } = await listTools(hub().url, token)
    expect([status, names.some((name) => name.startsWith("codehost_"))]).toEqual([200, true])
    expect(names.filter((name) => name.startsWith("analytics_"))).toEqual([])

    await page.goto(`${hub().url}/#/agents`)
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
    expect((await listTools(hub().url, token)).status).toBe(401)

    await page.evaluate(() => {
      const message = "Sign in again: `inlay connect analytics --kind sign_in --name signed-in --replace`."
      window.fetch = async () => Response.json({ error: { reason: "Unauthorized", message } }, { status: 424 })
    })
    await page.setViewport({ width: 360, height: 740 })
    await visit(page, "#/deliveries", /Sign in again/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
)

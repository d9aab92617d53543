// The console in a real browser, from the first link to the last removal: every view by keyboard and for screen
// readers, in light, dark and narrow looks.
import type { Page } from "@inlay/browser"
import { expect, test } from "vitest"

import { choose, fill, hold, inspect, press, see, tabTo, text, visit } from "./console-page.ts"
import { useConsole } from "./console-world.ts"

const { scene, hub, control, envOf } = useConsole()

/** The width of the last bar of a chart of 30 days, as a part of the chart's. */
const newestBar = (page: Page): Promise<number> =>
  page.$eval(".plot canvas", (canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return 0
    const line = canvas.getContext("2d")?.getImageData(0, Math.round(canvas.height * 0.75), canvas.width, 1).data ?? []
    let pixels = 0
    for (let at = 0; at < line.length; at += 4) if (line[at + 3] === 255 && (line[at] ?? 255) < 40) pixels++
    return pixels / canvas.width
  })

/** The tables of which a part is out of sight. */
const cutTables = (page: Page) =>
  page.$$eval(".table-scroll", (all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute("aria-label"))
  )

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

    await page.goto(hub().url)
    await see(page, /Sign in to Inlay/)
    await inspect(page, "sign-in")
    await page.goto(hub().link)
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
    await hold(page, "Preview")
    await see(page, /This costs at most 2 credits/)
    expect((await scene().control.charges()).total).toBe(0)
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
    expect(await newestBar(page)).toBeGreaterThan(0.013)
    await page.setViewport({ width: 768, height: 800 })
    expect(await cutTables(page)).toEqual([])
    await page.setViewport({ width: 1100, height: 800 })

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
    const fresh = { login: "mona", kind: "classic", scopes: ["repo", "gist", "project", "workflow"] }
    const made = await control<{ readonly token: string }>("codehost", "/tokens", fresh)
    await fill(page, "Access token", made.token)
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

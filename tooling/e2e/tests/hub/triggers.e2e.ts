// The console's Triggers and Deliveries pages in a real browser: from a subscription to a started agent, and a replay.
import { afterAll, beforeAll, expect, test } from "vitest"

import { startHub, type Hub } from "../../src/product/hub.ts"
import { startAgent, type Agent } from "../../src/world/agent.ts"
import { callControl } from "../../src/world/control-api.ts"
import { useScene } from "../scene.ts"
import { isWhole } from "../whole.ts"
import { click, fill, inspect, press, see, tabTo, visit } from "./console-page.ts"

const scene = useScene({}, false)
let hub: Hub
let agent: Agent

beforeAll(async () => {
  agent = await startAgent()
  hub = await startHub(scene().sandbox.plugins["codehost"]?.env)
})
afterAll(async () => {
  await hub.close()
  await agent.close()
})

const star = (login: string) => callControl(scene().sandbox, "codehost", "/stars", { login })

/** Pages are inspected in `pnpm test:full` only, because axe-core takes longer than the test itself. */
const look: typeof inspect = async (page, name) => (isWhole ? inspect(page, name) : undefined)

/** Longer than a narrow window, in which lists and forms offer it; so is one of its words. */
const NAME = "Thank for stars: Donaudampfschifffahrtselektrizitätenhauptbetriebswerk, and greet who gave them"

/** Leaves a hook like a hub that no longer exists. */
const leaveHook = async (): Promise<void> => {
  const { env = {} } = scene().sandbox.plugins["codehost"] ?? {}
  const response = await fetch(`${env["INLAY_CODEHOST_BASE_URL"]}/repos/acme/widgets/hooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${env["INLAY_CODEHOST_TOKEN"]}`, "user-agent": "e2e" },
    body: JSON.stringify({
      events: ["star"],
      config: { url: `https://old-hub.example/webhooks/${"A".repeat(43)}`, content_type: "json" }
    })
  })
  expect(response.status).toBe(201)
}

test(
  "a trigger is found, subscribed to and watched as it starts an agent, and a dead delivery is replayed",
  { timeout: 120_000 },
  async () => {
    const page = await scene().extension.browser.newPage()
    const errors: Array<string> = []
    page.on("pageerror", (error) => errors.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text())
    })
    await page.goto(hub.link)
    await see(page, /Integrations/)
    await visit(page, "#/deliveries", /Nothing was sent yet/)
    await look(page, "deliveries-empty")
    await visit(page, "#/triggers", /No subscriptions yet/)
    await look(page, "triggers-empty")

    // By keyboard alone.
    await page.evaluate(() => document.querySelector<HTMLElement>("main")?.focus())
    await tabTo(page, /^New subscription/)
    await page.keyboard.press("Enter")
    await see(page, /Choose a trigger/)
    await see(page, /New card in column/)
    const overDescription = await page.$$eval(".tool-list .mark", (all) =>
      all.flatMap((mark) => {
        const description = mark.closest("li")?.querySelector("a")?.getBoundingClientRect()
        return mark.getBoundingClientRect().left < (description?.right ?? 0) ? [mark.textContent] : []
      })
    )
    expect(overDescription).toEqual([])
    await fill(page, "Search triggers", "no such thing")
    await see(page, /No trigger matches this search/)
    await fill(page, "Search triggers", "starred")
    await see(page, /New star/)
    await look(page, "triggers-choose")
    await tabTo(page, /^New star/)
    await page.keyboard.press("Enter")
    await see(page, /Subscribe to New star/)
    await look(page, "triggers-subscribe")
    await press(page, "Subscribe")
    await see(page, /Fill this in/)
    await fill(page, "owner · required", "acme")
    await fill(page, "repo", "widgets")
    await fill(page, "Address of the agent", "nowhere")
    await press(page, "Subscribe")
    await see(page, /must be an address that begins with https/)
    await fill(page, "Address of the agent", agent.url)
    await fill(page, "Name", NAME)
    await press(page, "Subscribe")
    await see(page, /whsec_/)
    await look(page, "triggers-secret")
    await tabTo(page, /^To the subscription/)
    await page.keyboard.press("Enter")
    await see(page, /Listening/)
    const seeHealth = (words: RegExp) =>
      expect
        .poll(
          async () => {
            await press(page, "Refresh")
            return page.evaluate(() => document.querySelector("section[aria-labelledby=health]")?.textContent)
          },
          { timeout: 20_000, interval: 500 }
        )
        .toMatch(words)
    await seeHealth(/Events arrive bywebhook/)

    await star("grace")
    await agent.started(1)
    await see(page, /by grace/)
    await seeHealth(/Last start(just now|\d+ seconds ago)/)
    await page.setViewport({ width: 360, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewport({ width: 1100, height: 800 })
    await look(page, "triggers-subscription")

    agent.answer(410)
    await star("barbara")
    await agent.started(2)
    await expect
      .poll(
        async () => {
          await visit(page, "#/deliveries", /Deliveries/)
          await visit(page, "#/triggers", /Needs attention/)
          return page.evaluate(() => document.body.innerText)
        },
        { timeout: 20_000, interval: 300 }
      )
      .toMatch(/gone \(410\)/)
    await leaveHook()
    await press(page, "Look for them")
    await see(page, /perhaps another hub/)
    await look(page, "triggers")
    await press(page, "Remove the hook at repos/acme/widgets")
    await see(page, /If another hub uses it/)
    await tabTo(page, /^Remove$/)
    await page.keyboard.press("Enter")
    await see(page, /The hook at repos\/acme\/widgets is removed/)
    await visit(page, "#/deliveries", /given up/)
    await see(page, /delivered/)
    await look(page, "deliveries")

    agent.answer(204)
    await visit(page, "#/triggers", /Thank for stars/)
    await click(page, ".account-main a")
    await press(page, "Resume")
    await see(page, /Pause/)
    await visit(page, "#/deliveries", /given up/)
    await press(page, "Replay")
    await see(page, /Sends deliveries of a subscription again/)
    const since = await page.waitForSelector("#replay-since")
    await since?.evaluate((input) => {
      const field = input as HTMLInputElement
      field.value = "2026-01-01T00:00"
      field.dispatchEvent(new Event("input", { bubbles: true }))
    })
    await look(page, "deliveries-replay")
    const row = await page.waitForSelector("tbody tr")
    await page.focus("form button[type=submit]")
    await page.keyboard.press("Enter")
    await see(page, /1 delivery is sent again/)
    const [, second, third] = await agent.started(3)
    expect(third?.id).toBe(second?.id)
    // The list was loaded again without replacing the row that somebody may be about to press.
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true)

    await click(page, "tbody th a")
    await see(page, /Timeline/)
    await expect
      .poll(
        async () => {
          await press(page, "Refresh")
          return page.evaluate(() => document.querySelector("section[aria-labelledby=timeline]")?.textContent)
        },
        { timeout: 10_000, interval: 300 }
      )
      .toMatch(/Attempt 1: 410.*Attempt 2: 204.*is delivered/)
    await look(page, "delivery")

    await visit(page, "#/triggers", /Thank for stars/)
    await click(page, ".account-main a")
    await press(page, "Remove")
    await see(page, new RegExp(`Remove ${NAME}\\?`))
    await tabTo(page, /^Remove$/)
    await page.keyboard.press("Enter")
    await see(page, /No subscriptions yet/)
    await visit(page, "#/triggers/new/codehost_workflow_run_completed", /Subscribe to Workflow run completed/)
    await click(page, "[role=group] input")
    await look(page, "triggers-filters")
    expect(errors).toEqual([])
  }
)

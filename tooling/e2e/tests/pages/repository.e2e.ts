// The popup on a repository's page, in a real Chromium by a click on the toolbar button: with only a token, and through
// a hub, whose agent comments on an issue.
import type { Page } from "@inlay/browser"
import { afterAll, beforeAll, expect, test } from "vitest"

import { startHub, type Hub } from "../../src/product/hub.ts"
import { openOptions } from "../../src/product/options-page.ts"
import { asConsole, codeOf, openConsole, pair, untilHooked } from "../../src/product/pairing.ts"
import { openPopup, press, waitForText } from "../../src/product/popup.ts"
import { startAgent, type Agent } from "../../src/world/agent.ts"
import { codehostOf, connectCodehost } from "../../src/world/codehost.ts"
import { connectMcpAt } from "../../src/world/mcp.ts"
import { inspectPopupIn } from "../looks.ts"
import { useScene } from "../scene.ts"
import { walk } from "./keyboard.ts"

const allowed: Array<string> = []
const hub: Hub = await startHub()
const agent: Agent = await startAgent()
allowed.push(hub.url)
// Runs after the scene has ended, because a hub waits for open event streams when it stops.
afterAll(async () => {
  await hub.close()
  await agent.close()
})
const scene = useScene({ allowed }, false)

const codehost = () => codehostOf(scene().sandbox)

const issueLists = async () =>
  (await codehost().calls()).filter(
    ({ path, query }) => path === "/repos/acme/widgets/issues" && query.startsWith("state=all")
  )

const inspect = inspectPopupIn("repository")

const COMMENT = "It should not glow."

/** Connects an agent by a token of its own, as its user makes one in the console. */
const agentAt = async (console: Page) => {
  const grant = { accounts: ["codehost/team"], tools: ["codehost_create_issue_comment"], readOnly: false }
  const { text } = (await asConsole(console, "POST", "/api/tokens", { name: "agent", grant })) as {
    readonly text: string
  }
  return connectMcpAt(hub.url, text)
}

/** What the agent does when it is started: comments on the issue, and names the event that started it. */
const commentOnStart = async (console: Page): Promise<number> => {
  const client = await agentAt(console)
  const [start] = await agent.started(1)
  const number = Number(start?.body.data["number"])
  const { isError, content } = await client.callTool({
    name: "codehost_create_issue_comment",
    arguments: { owner: "acme", repo: "widgets", issue_number: number, body: COMMENT },
    _meta: { "inlay/event": start?.id }
  })
  expect(isError ?? false, JSON.stringify(content)).toBe(false)
  await client.close()
  return number
}

beforeAll(() => codehost().act("/reset"))

test("a token alone: what is waiting, what runs, and what has happened since, without a hub", async () => {
  const { extension } = scene()
  expect(await connectCodehost(extension, codehost())).toMatch(/Saved/)
  await codehost().act("/mentions", { login: "ada" })

  const page = await extension.openPage(codehost().page)
  const popup = await openPopup(extension, page)
  await waitForText(popup, /acme\/widgets main · pushed .* · as mona/)
  await waitForText(popup, /Needs you .*Mentioned in/)
  await waitForText(popup, /Runs All/)
  await waitForText(popup, /\d of [\d,]+ left/)
  await inspect(popup, "alone")
  await walk(popup)

  await press(popup, "Watch from here")
  await waitForText(popup, /Polled from here, every 60 seconds/)
  await codehost().act("/issues", { login: "ada", title: "It squeaks" })
  const { length: before } = await issueLists()
  const polled = async () => (await issueLists()).length - before
  await (await extension.serviceWorker()).evaluate("chrome.alarms.create('now', { when: Date.now() })")
  await expect.poll(polled).toBeGreaterThan(0)
  await popup.close()
  await page.bringToFront()
  const again = await openPopup(extension, page)
  await waitForText(again, /New issue: It squeaks/)
  await inspect(again, "polled")

  // The list of servers by which popups recognise their pages is lost.
  await again.evaluate(() => localStorage.clear())
  await again.close()
  await page.bringToFront()
  await waitForText(await openPopup(extension, page), /New issue: It squeaks/)
})

test("through a hub: a trigger is switched on in the popup, an issue appears without reload, and so does the comment of the agent that it starts", async () => {
  const { extension } = scene()
  const console = await openConsole(extension, hub)
  const team = { plugin: "codehost", name: "team", kind: "token", values: codehost().values }
  await asConsole(console, "POST", "/api/accounts", team)
  const code = await codeOf(console)
  const options = await openOptions(extension)
  await press(options, "Remove account")
  await press(options, "Yes, remove")
  await waitForText(options, /was removed/)
  expect(await pair(extension, hub.url, code)).toMatch(/Paired with/)

  const page = await extension.openPage(codehost().page)
  const popup = await openPopup(extension, page)
  await waitForText(popup, /main · pushed .* · as mona/)
  await press(popup, "Watch something here")
  await popup.waitForSelector(".repo-form option[value=codehost_new_issue]")
  await popup.select(".repo-form select", "codehost_new_issue")
  await popup.locator(".repo-form input[type=url]").fill(agent.url)
  await press(popup, "Test")
  await waitForText(popup, /would start it|no such event here yet/)
  await inspect(popup, "watching")
  await press(popup, "Switch on")
  await waitForText(popup, /never shown again/)
  await inspect(popup, "switched-on")
  await press(popup, "Done")
  await waitForText(popup, /New issue → /)

  await asConsole(console, "POST", "/api/subscriptions", {
    trigger: "codehost_new_comment",
    account: "codehost/team",
    target: { owner: "acme", repo: "widgets" },
    url: agent.url
  })
  const commenting = commentOnStart(console)
  await untilHooked(console)
  await codehost().act("/issues", { login: "ada", title: "It glows" })
  await waitForText(popup, /New issue: #\d+ It glows/)
  const number = await commenting
  await waitForText(popup, new RegExp(`New comment: #${number} `))
  await waitForText(popup, /Triggers .*New issue → \S+ fired .* delivered .*New comment → \S+ never fired/)
  expect(await codehost().read(`/repos/acme/widgets/issues/${number}/comments`)).toMatchObject([
    { body: COMMENT, user: { login: "mona" } }
  ])
  await inspect(popup, "hub")
  await walk(popup)

  // The line opens the issue with the comment, which has started no agent again.
  const [tab] = await Promise.all([
    extension.browser.waitForTarget((one) => one.url().includes(`/issues/${number}#`), { timeout: 10_000 }),
    press(popup, `New comment: #${number}`, "a")
  ])
  await waitForText(await tab.asPage(), /It should not glow/)
  expect(agent.starts).toHaveLength(1)
})

/**
 * From an event to an agent: somebody stars a repository, and an agent on this machine starts. The popup on the
 * repository's page shows it.
 */
import { join } from "node:path"

import { screenshot, type Page } from "@inlay/browser"

import type { Hub } from "../product/hub.ts"
import { asConsole, codeOf, pair, untilHooked } from "../product/pairing.ts"
import { openPopup, waitForText } from "../product/popup.ts"
import type { Stage } from "../product/stage.ts"
import { startAgent, type Agent } from "../world/agent.ts"
import { codehostOf, type Codehost } from "../world/codehost.ts"
import { facts, step } from "./report.ts"

const paired = async ({ extension }: Stage, hub: Hub, console: Page): Promise<string> => {
  const text = await pair(extension, hub.url, await codeOf(console))
  const [line] = /Paired with [\w.:[\]]+/.exec(text) ?? []
  if (line === undefined) throw new Error(`the extension is not paired: ${text}`)
  return line
}

const subscribed = async (console: Page, agent: Agent): Promise<void> => {
  await asConsole(console, "POST", "/api/subscriptions", {
    trigger: "codehost_new_star",
    account: "codehost/env",
    target: { owner: "acme", repo: "widgets" },
    url: agent.url,
    name: "thank-you agent"
  })
  await untilHooked(console)
}

/** The simulated code host dates its records from a fixed day on, so the popup's clock is set to the newest issue. */
const setClock = async (popup: Page, { read }: Codehost): Promise<void> => {
  const [newest] = (await read("/repos/acme/widgets/issues?per_page=1")) as ReadonlyArray<{
    readonly created_at: string
  }>
  await popup.evaluate((at) => {
    const { now } = Date
    const behindMillis = now() - Date.parse(at)
    Date.now = () => now() - behindMillis
  }, newest?.created_at ?? "")
}

const popupOver = async ({ extension }: Stage, codehost: Codehost): Promise<Page> => {
  const popup = await openPopup(extension, await extension.openPage(codehost.page))
  await waitForText(popup, /as mona .*New star → thank-you agent never fired/)
  await setClock(popup, codehost)
  return popup
}

const starred = async (codehost: Codehost, agent: Agent) => {
  const startMillis = performance.now()
  await codehost.act("/stars", { login: "grace" })
  const [start] = await agent.started(1)
  if (start?.body.data["actor"] !== "grace") throw new Error(`another event came: ${JSON.stringify(start)}`)
  return { ...start, millis: start.atMillis - startMillis }
}

/** @param hub its console has signed the stage's browser in */
export const trigger = async (stage: Stage, hub: Hub, artifacts: string): Promise<void> => {
  const codehost = codehostOf(stage.sandbox)
  const agent = await startAgent()
  try {
    const console = await stage.extension.openPage(hub.url)
    await step(
      "the extension is paired with the hub by a code of the console",
      () => paired(stage, hub, console),
      (line) => line
    )
    await step("an agent subscribes to New star of acme/widgets; the hub creates the webhook", () =>
      subscribed(console, agent)
    )
    const popup = await step(
      "toolbar click on the repository's page",
      () => popupOver(stage, codehost),
      () => codehost.page
    )
    const start = await step("grace stars the repository, and the agent starts", () => starred(codehost, agent))
    facts([
      ["event", `${start.body.trigger} by ${String(start.body.data["actor"])}`],
      ["from the star to the start", `${start.millis.toFixed(0)} ms`]
    ])
    await step(
      "the open popup shows the star, and that it has started the agent",
      async () => {
        const text = await waitForText(popup, /New star .{0,30}just now .* → thank-you agent fired .* delivered/)
        await screenshot(popup, join(artifacts, "repository-popup.png"))
        return text
      },
      (text) => /New star → .*? delivered/.exec(text)?.[0] ?? ""
    )
    await console.close()
  } finally {
    await agent.close()
  }
}

// Changes that the popup makes at the code host: confirmed with the object and the account, made once, and, if the
// response is lost because the worker ended, neither repeated nor suggested again.
import type { Page } from "@inlay/browser"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"

import { startHub } from "../../src/product/hub.ts"
import { asConsole, chooseWay, openConsole, pairFreely, untilHooked } from "../../src/product/pairing.ts"
import { openPopup, press, textOf, waitForText } from "../../src/product/popup.ts"
import { startAgent } from "../../src/world/agent.ts"
import { codehostOf, connectCodehost } from "../../src/world/codehost.ts"
import { useScene } from "../scene.ts"

const hub = await startHub()
const agent = await startAgent()
afterAll(async () => {
  await hub.close()
  await agent.close()
})
const scene = useScene({ allowed: [hub.url] }, false)
const codehost = () => codehostOf(scene().sandbox)

beforeEach(() => codehost().act("/reset"))

interface Change {
  readonly name: string
  /** Prepares the state that the change needs. */
  readonly prepare?: () => Promise<unknown>
  /** Works the popup up to the confirmation question. */
  readonly ask: (popup: Page) => Promise<void>
  readonly question: RegExp
  readonly yes: string
  readonly done: RegExp
  readonly method: string
  readonly path: RegExp
  /** How often the change was made, according to the service. */
  readonly effect: () => Promise<number>
  /** Whether it has a draft, which is there again in the next popup. */
  readonly hasDraft?: true
}

const WIDGETS = "/repos/acme/widgets"
const read = async <A>(path: string): Promise<A> => (await codehost().read(path)) as A

const runsWhere = async (query: string) =>
  (
    await read<{ readonly workflow_runs: ReadonlyArray<{ readonly run_attempt: number }> }>(
      `${WIDGETS}/actions/runs?${query}`
    )
  ).workflow_runs

const changes: ReadonlyArray<Change> = [
  {
    name: "a star",
    ask: (popup) => press(popup, "★ Star"),
    question: /Star acme\/widgets, as mona \(account default\)\?/,
    yes: "Yes, star it",
    done: /★ Starred/,
    method: "PUT",
    path: /^\/user\/starred\/acme\/widgets$/,
    effect: async () =>
      (await read<ReadonlyArray<{ readonly login: string }>>(`${WIDGETS}/stargazers?per_page=100`)).filter(
        ({ login }) => login === "mona"
      ).length
  },
  {
    name: "a re-run",
    prepare: () => codehost().act("/runs/complete", { conclusion: "failure" }),
    ask: (popup) => press(popup, "Re-run…"),
    question: /Run the failed jobs of CI #\d+ in acme\/widgets again, as mona \(account default\)\?/,
    yes: "Yes, run again",
    done: /Started again\./,
    method: "POST",
    path: /\/actions\/runs\/\d+\/rerun-failed-jobs$/,
    effect: async () => ((await runsWhere("per_page=1"))[0]?.run_attempt ?? 1) - 1
  },
  {
    name: "a run of a workflow",
    hasDraft: true,
    ask: async (popup) => {
      await press(popup, "Run workflow…")
      await popup.waitForSelector("form.repo-form option")
      await popup.locator('form.repo-form button[type="submit"]').click()
    },
    question: /Run CI on main in acme\/widgets, as mona \(account default\)\?/,
    yes: "Yes, run it",
    done: /Started\./,
    method: "POST",
    path: /\/actions\/workflows\/\d+\/dispatches$/,
    effect: async () => (await runsWhere("event=workflow_dispatch")).length
  },
  {
    name: "a comment",
    hasDraft: true,
    prepare: () => codehost().act("/mentions", { login: "ada", number: 1 }),
    ask: async (popup) => {
      await press(popup, "Reply…")
      await popup.locator("textarea").fill("On it.")
      await press(popup, "Comment")
    },
    question: /Comment on #1 of acme\/widgets, as mona \(account default\)\?/,
    yes: "Yes, comment",
    done: /Commented\./,
    method: "POST",
    path: /\/issues\/1\/comments$/,
    effect: async () =>
      (await read<ReadonlyArray<{ readonly body: string }>>(`${WIDGETS}/issues/1/comments?per_page=100`)).filter(
        ({ body }) => body === "On it."
      ).length
  }
]

describe("by a token alone", () => {
  beforeAll(async () => {
    expect(await connectCodehost(scene().extension, codehost())).toMatch(/Saved/)
  })

  const asked = async ({ prepare, ask, question }: Change): Promise<Page> => {
    await prepare?.()
    const { extension } = scene()
    const popup = await openPopup(extension, await extension.openPage(codehost().page))
    await waitForText(popup, /as mona/)
    await ask(popup)
    await waitForText(popup, question)
    return popup
  }
  const sent = async ({ method, path }: Change) =>
    (await codehost().calls()).filter((call) => call.method === method && path.test(call.path))

  test.each(changes)("$name is confirmed, and done once", async (change) => {
    const popup = await asked(change)
    await press(popup, "Cancel")
    expect(await textOf(popup)).not.toMatch(change.question)
    if (change.name === "a comment") await press(popup, "Comment")
    else if (change.name === "a run of a workflow") await popup.locator('form.repo-form button[type="submit"]').click()
    else await change.ask(popup)
    expect([await sent(change), await change.effect()]).toEqual([[], 0])
    // The message may disappear with its row as soon as the list is loaded again.
    await Promise.all([waitForText(popup, change.done), press(popup, change.yes)])
    expect([(await sent(change)).length, await change.effect()]).toEqual([1, 1])
  })

  test.each(changes)(
    "$name, if its answer is lost with the worker: may have been done, and is not repeated",
    async (change) => {
      const { extension } = scene()
      const popup = await asked(change)
      await codehost().act("/faults", { fault: "hang-after", method: change.method })
      await press(popup, change.yes)
      await expect.poll(() => sent(change)).toHaveLength(1)
      await extension.stopServiceWorker()
      const text = await waitForText(popup, /It may have been done: check the page before you repeat it/)
      expect(text).not.toMatch(change.done)
      const alerts = await popup.$$eval("[role=alert]", (all) =>
        all.filter((alert) => /may have been done/.test(alert.textContent ?? "")).map(({ innerHTML }) => innerHTML)
      )
      expect(alerts).toHaveLength(1)
      expect(alerts.join("")).not.toMatch(/button|try again/i)
      // Neither the next worker nor the next popup repeats the change.
      const again = await openPopup(extension, await extension.openPage(codehost().page))
      await waitForText(again, /as mona .*Runs/)
      if (change.hasDraft) await waitForText(again, /Sent .*The answer is not known: check the page before you send/)
      expect([(await sent(change)).length, await change.effect()]).toEqual([1, 1])
    }
  )
})

test("through a hub: an event is sent to its agent again, confirmed, as the same delivery", async () => {
  const { extension } = scene()
  const console = await openConsole(extension, hub)
  const team = { plugin: "codehost", name: "team", kind: "token", values: codehost().values }
  await asConsole(console, "POST", "/api/accounts", team)
  const { id } = (await asConsole(console, "POST", "/api/subscriptions", {
    trigger: "codehost_new_issue",
    account: "codehost/team",
    target: { owner: "acme", repo: "widgets" },
    url: agent.url
  })) as { readonly id: string }
  expect(await pairFreely(extension, hub, console)).toMatch(/Paired with/)
  await chooseWay(extension, "codehost", "hub")
  agent.answer(410)
  await untilHooked(console)
  await codehost().act("/issues", { login: "ada", title: "It squeaks" })
  await agent.started(1)
  agent.answer(204)

  const page = await extension.openPage(codehost().page)
  const popup = await openPopup(extension, page)
  await waitForText(popup, /New issue → .* agent failed · Send again…/)
  await asConsole(console, "PATCH", `/api/subscriptions/${id}`, { enabled: true })
  await page.bringToFront()
  const open = await openPopup(extension, page)
  await press(open, "Send again…")
  await waitForText(
    open,
    /Start the agent again with the last event of New issue → \S+ in acme\/widgets \(account codehost\/team\)\?/
  )
  await press(open, "Cancel")
  await press(open, "Send again…")
  await press(open, "Yes, send again")
  await waitForText(open, /Sent again\./)
  const [first, second] = await agent.started(2)
  expect(second?.id).toBe(first?.id)
  await waitForText(open, /New issue → .* delivered/)

  // A second time: the worker ends before it can report the result.
  agent.answer(410)
  await codehost().act("/issues", { login: "ada", title: "It glows" })
  const third = (await agent.started(3))[2]
  agent.answer(204)
  // The hub switches it off once it has stored the agent's answer.
  await expect
    .poll(
      async () =>
        ((await asConsole(console, "GET", `/api/subscriptions/${id}`)) as { readonly enabled: boolean }).enabled
    )
    .toBe(false)
  await asConsole(console, "PATCH", `/api/subscriptions/${id}`, { enabled: true })
  await page.bringToFront()
  const last = await openPopup(extension, page)
  await press(last, "Send again…")
  await Promise.all([press(last, "Yes, send again"), extension.stopServiceWorker()])
  await waitForText(last, /It may have been done|Sent again\./)
  await waitForText(await openPopup(extension, page), /New issue → /)
  const repeats = agent.starts.slice(3)
  expect(repeats.length).toBeLessThanOrEqual(1)
  for (const { id: repeated } of repeats) expect(repeated).toBe(third?.id)
})

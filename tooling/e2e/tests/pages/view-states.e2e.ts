// Every state of the popup beyond its usual one, in each look, with a picture: axe-core reports nothing, nothing is
// wider than its frame, and Tab reaches everything. Part of `pnpm test:full`; other tests check the texts of the
// states.
import { afterAll, beforeAll, describe, expect, test } from "vitest"

import { startHub, type Hub } from "../../src/product/hub.ts"
import { asConsole, chooseWay, openConsole, pairFreely } from "../../src/product/pairing.ts"
import { openPanelOver } from "../../src/product/panel.ts"
import { openPopup, press, RESULT, waitForText } from "../../src/product/popup.ts"
import { connect } from "../../src/product/stage.ts"
import { codehostOf, connectCodehost } from "../../src/world/codehost.ts"
import { setOffline } from "../../src/world/network.ts"
import { inspectPopupIn } from "../looks.ts"
import { useScene } from "../scene.ts"
import { walk } from "./keyboard.ts"

const hub: Hub = await startHub()
afterAll(() => hub.close())
const scene = useScene({ allowed: [hub.url] }, false)
const codehost = () => codehostOf(scene().sandbox)
const inspect = inspectPopupIn("states")

/** @param words the text that shows that the state is complete */
const look = async (
  url: string,
  words: RegExp,
  name: string,
  act?: (popup: Awaited<ReturnType<typeof openPopup>>) => Promise<void>
) => {
  const popup = await openPopup(scene().extension, await scene().extension.openPage(url))
  await act?.(popup)
  await waitForText(popup, words)
  await inspect(popup, name)
  await walk(popup)
}

const inLanguage = async (language: string, act: () => Promise<void>): Promise<void> => {
  const store = async (change: string) => (await scene().extension.serviceWorker()).evaluate(change)
  await store(`chrome.storage.local.set({ language: "${language}" })`)
  try {
    await act()
  } finally {
    await store(`chrome.storage.local.remove("language")`)
  }
}

describe("a person", () => {
  test("not connected", () => look(scene().somebody().url, /Connect an account/, "person-not-connected"))

  describe("connected", () => {
    beforeAll(async () => {
      await (await connect(scene(), { cap_day: "500" })).page.close()
    })
    const enrich = (popup: Awaited<ReturnType<typeof openPopup>>) => press(popup, "Enrich")
    const at = (slug: string) => `${scene().sandbox.origin}/in/${slug}`

    test("no match", () => look(at("fault-no-match-404-anna"), /no match/, "person-no-match", enrich))
    test("unknown charge", async () => {
      await scene().control.queueFault("reset-middle")
      const person = scene().somebody()
      await look(person.url, /perhaps a charge/, "person-lost-answer", enrich)
      await look(person.url, /Ask again/, "person-unknown-charge")
      await look(person.url, /Ask a second time/, "person-ask-again", (popup) => press(popup, "Ask again"))
    })
    test("offline", async () => {
      const online = await setOffline(scene().extension)
      try {
        await look(scene().somebody().url, /You are offline/, "person-offline", enrich)
      } finally {
        await online()
      }
    })
    test("throttled", async () => {
      await scene().control.set({ ratePerMinute: 0 })
      await look(scene().somebody().url, /Too many requests/, "person-throttled", enrich)
      await scene().extension.stopServiceWorker()
    })
    test("no credits", async () => {
      await scene().control.set({ balance: 0 })
      await look(scene().somebody().url, /No credits left/, "person-no-credits", enrich)
    })
    test.each([
      ["de", /Mehr ▾/],
      ["ar", /المزيد ▾/]
    ] as const)("record in %s", async (language, words) => {
      const { url } = scene().somebody()
      const { page } = await scene().enrich(url)
      const popup = await openPopup(scene().extension, page)
      await waitForText(popup, RESULT)
      await popup.close()
      await inLanguage(language, async () => {
        const shown = await openPopup(scene().extension, page)
        await waitForText(shown, words)
        await inspect(shown, `person-result-${language}`)
        await shown.evaluate(() => (document.body.style.width = document.body.style.minWidth = "280px"))
        const heights = await shown.$$eval(".row.short .value", (all) => all.map(({ clientHeight }) => clientHeight))
        expect(heights.every((height) => height <= 20)).toBe(true)
        await walk(shown)
      })
    })
    test("panel", async () => {
      const panel = await openPanelOver(scene().extension, await scene().extension.openPage(scene().somebody().url))
      await waitForText(panel, /Nothing goes to the provider until you click/)
      await inspect(panel, "panel-offer")
      await walk(panel)
      await panel.close()
    })
  })
})

describe("a repository", () => {
  const pageOf = (name: string) => `${scene().sandbox.origin}/repo/${name}`

  beforeAll(async () => {
    await codehost().act("/reset")
    expect(await connectCodehost(scene().extension, codehost())).toMatch(/Saved/)
    await codehost().act("/mentions", { login: "ada" })
    await codehost().act("/runs/complete", { conclusion: "failure" })
  })
  test("questions", async () => {
    await look(codehost().page, /Star acme\/widgets, as mona/, "repository-star-question", (popup) =>
      press(popup, "★ Star")
    )
    await look(codehost().page, /Branch or tag/, "repository-dispatch", (popup) => press(popup, "Run workflow…"))
    await look(codehost().page, /Run the failed jobs/, "repository-rerun-question", (popup) => press(popup, "Re-run…"))
    await look(codehost().page, /as mona .*Comment/, "repository-reply", (popup) => press(popup, "Reply…"))
  })
  test("archived", () => look(pageOf("acme/old-widgets"), /Archived/, "repository-archived"))
  test("empty", () => look(pageOf("mona/empty"), /No workflow has run here yet/, "repository-empty"))
  test("hidden", () => look(pageOf("initech/stapler"), /Not found|not found|see/i, "repository-hidden"))
  test.each([
    ["de", /als mona/],
    ["ar", /mona/]
  ] as const)("in %s", async (language, words) => {
    await inLanguage(language, () => look(codehost().page, words, `repository-${language}`))
  })
  test("nothing left of the limit", async () => {
    await codehost().act("/quota", { remaining: 0, resetInSeconds: 1800 })
    await look(codehost().page, /limit|again in/i, "repository-limit")
    await codehost().act("/quota", { remaining: 4000 })
    await scene().extension.stopServiceWorker()
  })
  test("token revoked", async () => {
    await codehost().act("/tokens/revoke", { token: codehost().values.token })
    try {
      await look(codehost().page, /token/i, "repository-revoked")
    } finally {
      await codehost().act("/reset")
    }
  })
  test("through a hub: something to watch, given up, and the hub gone", async () => {
    const { extension } = scene()
    const console = await openConsole(extension, hub)
    const team = { plugin: "codehost", name: "team", kind: "token", values: codehost().values }
    await asConsole(console, "POST", "/api/accounts", team)
    await asConsole(console, "POST", "/api/subscriptions", {
      trigger: "codehost_new_issue",
      account: "codehost/team",
      target: { owner: "acme", repo: "widgets" },
      url: "http://127.0.0.1:9/nobody"
    })
    expect(await pairFreely(extension, hub, console)).toMatch(/Paired with/)
    await chooseWay(extension, "codehost", "hub")
    await look(codehost().page, /New issue → .*Watch something here/, "repository-hub")
    for (const language of ["de", "ar"]) {
      await inLanguage(language, () => look(codehost().page, /acme\/widgets .*mona/, `repository-hub-${language}`))
    }
    await look(codehost().page, /Agent's address/, "repository-watch", (popup) => press(popup, "Watch something here"))
    await hub.close()
    await look(codehost().page, /does not answer/, "repository-hub-gone")
  })
})

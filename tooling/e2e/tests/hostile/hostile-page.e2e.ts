// Pages that attack the extension: they learn nothing, nothing they do costs money, and nobody else's card is
// displayed.
import { readdirSync } from "node:fs"

import type { Page } from "@inlay/browser"
import { afterAll, expect, test } from "vitest"

import { storedRows } from "../../src/product/database.ts"
import { extensionDir } from "../../src/product/extension.ts"
import { standing, waitForCards } from "../../src/product/page-card.ts"
import { choose, enrichInPage, openPopup, press, RESULT, waitForText } from "../../src/product/popup.ts"
import { leaksIn, startHostileSite } from "../../src/world/hostile-site.ts"
import { useScene, type Profile } from "../scene.ts"

const site = await startHostileSite()
afterAll(site.close)

const SITE = "http://www.profiles.example"
const scene = useScene({ hostRules: `MAP *.profiles.example ${site.host}` }, { profile_site: "profiles.example" })

const somebody = (): Profile => {
  const person = scene().somebody()
  return { ...person, url: SITE + person.path }
}

/** The values on the card that a page must not learn. */
const secretsOf = async (popup: Page): Promise<ReadonlyArray<string>> => {
  const values = await popup.$$eval("dl .value", (all) => all.map((value) => value.textContent ?? ""))
  const secrets = values.filter((value) => /[@+\d]/.test(value) && value.length > 5)
  expect(secrets.length).toBeGreaterThan(2)
  return secrets
}

/** All traces that a lookup would leave: at the provider, in the extension's database, in the browser's tabs. */
const traces = async () => {
  const { control, extension } = scene()
  return {
    calls: await control.calls(),
    rows: await storedRows(extension),
    tabs: (await extension.browser.pages()).map((one) => one.url()).toSorted()
  }
}

const noCard = (page: Page) => expect.poll(async () => (await standing(page)).cards).toEqual([])

test("a page that listens and reads everywhere learns only that an element was added", async () => {
  const { account, extension } = scene()
  const person = somebody()
  const first = await scene().result(person.url)
  const secrets = await secretsOf(first.popup)
  await first.page.close()
  const page = await extension.openPage(person.url)
  await page.evaluate(() => globalThis.patch())
  await choose(await openPopup(extension, page), "More", "Show in the page")
  await waitForCards(page, ([card = ""]) => card.includes(person.name))
  await page.evaluate(() => globalThis.patch())
  // What the page could search for without knowing the values: how they start.
  const guesses = secrets.map((secret) => secret.slice(0, 4))
  const stolenTexts = await page.evaluate((all) => globalThis.steal(all), guesses)
  for (const guess of guesses) expect(stolenTexts).not.toContain(guess)
  const heardTexts = await page.evaluate(() => globalThis.heard)
  expect(heardTexts.filter((one) => one.startsWith("node <div style"))).toEqual([
    expect.stringMatching(/^node <div style="[^"]+"><\/div> null$/)
  ])
  const visibleText = [...stolenTexts, ...heardTexts].join("\n")
  const privateTexts = [...secrets, person.name, account["api_key"] ?? "a key", extension.extensionId]
  for (const secret of privateTexts) expect(visibleText).not.toContain(secret)
  expect(visibleText).not.toMatch(/(?:chrome|moz)-extension:/)
  expect(leaksIn(site)).toEqual([])

  const files = readdirSync(extensionDir(), { recursive: true }).map(String)
  const isOpen = await page.evaluate(
    async (root, names) => {
      const texts: Array<string> = []
      for (const name of names)
        await fetch(root + name).then(
          () => texts.push(name),
          () => 0
        )
      return texts
    },
    `chrome-extension://${extension.extensionId}/`,
    files
  )
  expect(isOpen).toEqual([])
})

test("a page that covers, hides and forges: nothing is sent, bought or changed, and forged input does not reach the card", async () => {
  const { enrich } = scene()
  const person = somebody()
  const { page } = await enrich(person.url)
  await waitForCards(page, (cards) => cards.length === 1)
  const before = await traces()
  await page.bringToFront()
  const box = await page.evaluate(() => {
    const host = document.documentElement.lastElementChild
    if (!(host instanceof HTMLElement)) throw new Error("no card")
    const { left, top, width, height } = host.getBoundingClientRect()
    for (let at = 0; at < 200; at++) {
      const place = { clientX: left + ((at % 20) / 20) * width, clientY: top + (Math.floor(at / 20) / 10) * height }
      for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"]) {
        host.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, ...place }))
      }
      for (const key of ["Enter", " ", "Escape"]) {
        host.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }))
      }
      host.click()
    }
    const decoy = document.createElement("button")
    decoy.textContent = "Win a prize"
    decoy.setAttribute("style", `position:fixed;left:${left}px;top:${top}px;width:${width}px;height:${height}px`)
    document.body.append(decoy)
    return { left, top, width, height }
  })
  expect((await standing(page)).cards).toHaveLength(1)
  const hidingStyles = [
    "opacity:0",
    "transform:scale(3)",
    "clip-path:inset(50%)",
    "pointer-events:none",
    "display:none",
    ""
  ]
  for (const style of hidingStyles) {
    await page.evaluate((styleText) => {
      const host = document.documentElement.lastElementChild
      host?.setAttribute("style", `position:fixed;inset:auto 16px 16px auto;${styleText}`)
    }, style)
    for (const share of [0.2, 0.5, 0.9]) {
      await page.mouse.click(box.left + box.width * share, box.top + box.height * (0.3 + share / 2))
      await page.keyboard.press("Enter")
    }
  }
  // The worst a user can be tricked into: clicks on the card's own two buttons.
  for (const fromRight of [60, 24, 24]) await page.mouse.click(box.left + box.width - fromRight, box.top + 28)
  expect(await traces()).toEqual(before)
})

test("a card that the page moves, removes or puts back disappears for good", async () => {
  const { control, enrich, extension } = scene()
  const { page } = await enrich(somebody().url)
  for (const place of ["body", "dialog", "frame", "nowhere"]) {
    await waitForCards(page, ([card = ""]) => card !== "")
    await page.evaluate((to) => {
      const host = document.documentElement.lastElementChild
      if (host === null) throw new Error("no card")
      Reflect.set(globalThis, "kept", host)
      const dialog = document.querySelector("dialog")
      if (to === "body") document.body.append(host)
      if (to === "dialog") {
        dialog?.showModal()
        dialog?.append(host)
      }
      if (to === "frame") {
        const frame = document.body.appendChild(document.createElement("iframe"))
        frame.contentDocument?.body.append(host)
      }
      if (to === "nowhere") host.remove()
    }, place)
    // A card that is out of sight is checked at the next change of the address.
    if (place === "nowhere") await page.evaluate(() => history.replaceState(null, "", "?taken-out"))
    await noCard(page)
    await page.evaluate(() => {
      document.querySelector("dialog")?.close()
      document.documentElement.append(Reflect.get(globalThis, "kept"))
    })
    await noCard(page)
    await page.evaluate(() => Reflect.get(globalThis, "kept").remove())
    const popup = await openPopup(extension, page)
    await waitForText(popup, RESULT)
    await choose(popup, "More", "Show in the page")
  }
  expect(await control.calls()).toHaveLength(1)
})

test("a page that suppresses every event neither keeps a card nor gets it back on another person's page", async () => {
  const { extension } = scene()
  const [person, other] = [somebody(), somebody()]
  const page = await extension.openPage(person.url)
  await page.evaluate(() => {
    const keep = (event: Event): void => event.stopImmediatePropagation()
    for (const type of ["popstate", "hashchange", "keydown", "pagehide"]) addEventListener(type, keep, true)
    for (const type of ["navigate", "currententrychange", "dispose"]) navigation.addEventListener(type, keep)
  })
  const popup = await openPopup(extension, page)
  await enrichInPage(popup)
  await page.evaluate((path) => {
    Reflect.set(globalThis, "kept", document.documentElement.lastElementChild)
    history.pushState(null, "", path)
  }, other.path)
  await noCard(page)
  await page.evaluate(() => document.documentElement.append(Reflect.get(globalThis, "kept")))
  expect((await standing(page)).cards).toEqual([])
})

test("flooded with messages, events and storage, the extension ignores them and keeps working", async () => {
  const { control, enrich, extension } = scene()
  const { page } = await enrich(somebody().url)
  const before = await traces()
  await page.evaluate(async () => {
    const message = {
      inlay: "enrich",
      input: {
        plugin: "salesdata",
        account: "default",
        tabId: 1,
        subject: "person x",
        consent: "chargeAgain",
        upTo: 2,
        place: "page"
      }
    }
    const host = document.documentElement.lastElementChild
    for (let count = 0; count < 10_000; count++) {
      postMessage(message, "*")
      for (const target of [window, document, host]) {
        target?.dispatchEvent(new CustomEvent("inlay", { detail: message, bubbles: true, composed: true }))
      }
      dispatchEvent(new StorageEvent("storage", { key: "inlay", newValue: "1" }))
    }
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(await traces()).toEqual(before)
  for (let times = 0; times < 3; times++) {
    const popup = await openPopup(extension, page)
    expect(await waitForText(popup, RESULT)).toMatch(/0 credits/)
    await popup.close()
  }
  await waitForCards(page, (cards) => cards.length === 0)
  expect(await control.calls()).toHaveLength(1)
})

test("a page that blocks while the answer arrives: the card comes afterwards, or never if the page navigates as well", async () => {
  const { control, extension } = scene()
  for (const other of [undefined, somebody()]) {
    await control.reset()
    const person = somebody()
    const page = await extension.openPage(person.url)
    const popup = await openPopup(extension, page)
    await control.queueFault("held")
    const closed = new Promise((resolve) => popup.once("close", resolve))
    await press(popup, "Enrich")
    await expect.poll(control.calls).toHaveLength(1)
    await page.evaluate((path) => {
      setTimeout(() => {
        const until = performance.now() + 1000
        while (performance.now() < until);
        if (path !== null) history.pushState(null, "", path)
      })
    }, other?.path ?? null)
    await control.release()
    await (other === undefined ? closed : waitForText(popup, /Not in the page: it moved on/))
    const { path, cards } = await standing(page)
    expect(path).toBe((other ?? person).path)
    expect(cards).toEqual(other === undefined ? [expect.stringContaining(person.name)] : [])
    expect(await control.calls()).toHaveLength(1)
  }
})

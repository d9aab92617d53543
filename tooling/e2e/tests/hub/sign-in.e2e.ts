// Sign-in for an account of the command line, in a real browser: granted, refused, and abandoned.
import type { Page } from "@inlay/browser"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"

import { connecting, IMPATIENT, type Connecting } from "../../src/product/sign-in.ts"
import { setStage, type Stage } from "../../src/product/stage.ts"
import { isWhole } from "../whole.ts"

let stage: Stage
const begun: Array<Connecting> = []

beforeAll(async () => {
  stage = await setStage({ plain: !isWhole })
})
afterEach(() => {
  for (const one of begun.splice(0)) one.close()
})
afterAll(async () => {
  await stage.close()
})

const begin = async (nodeArgs?: ReadonlyArray<string>): Promise<Connecting> => {
  const one = await connecting(stage.sandbox, nodeArgs)
  begun.push(one)
  return one
}

const textOf = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText)

/** Presses a button of the consent page and returns the text of the page that follows. */
const press = async (page: Page, label: string): Promise<string> => {
  await Promise.all([page.waitForNavigation(), page.locator(`::-p-text(${label})`).click()])
  return textOf(page)
}

describe("a sign-in in the browser", () => {
  test("that is approved connects the account, and a report runs with it", async () => {
    const { url, outcome, inlay } = await begin()
    const page = await stage.extension.openPage(url)
    expect(await textOf(page)).toMatch(/Inlay on your desk wants access[^]*See your analytics data/)
    expect(await press(page, "Continue")).toMatch(/Back to the terminal[^]*close this page/)
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/system-ui/)
    expect(await outcome).toMatchObject({ code: 0, json: { plugin: "analytics", kind: "sign_in", checked: true } })
    const input = JSON.stringify({ property: "320101", metrics: ["sessions"] })
    const report = await inlay("run", "analytics_run_reports", "--input", input)
    expect(report).toMatchObject({ rows: [{ sessions: expect.any(Number) }] })
    // The address in the browser is useless afterwards, because the port is closed.
    await page.reload().catch(() => undefined)
    expect(await textOf(page)).not.toMatch(/Back to the terminal/)
    await page.close()
  })

  test("that is refused is reported, and stores nothing", async () => {
    const { url, outcome, inlay } = await begin()
    const page = await stage.extension.openPage(url)
    expect(await press(page, "Cancel")).toMatch(/close this page/)
    const { code, json } = await outcome
    expect([code, json.error?.reason]).toEqual([1, "Forbidden"])
    expect(json.error?.message).toMatch(/refused in the browser.*Nothing was stored/)
    expect(await inlay("accounts")).toEqual([])
    await page.close()
  })

  test("without one of the requested rights connects, and says which rights it has", async () => {
    const { url, outcome } = await begin()
    const page = await stage.extension.openPage(url)
    await page.locator("::-p-text(Edit your analytics properties)").click()
    await press(page, "Continue")
    const { code, json } = await outcome
    expect([code, json.scopes]).toEqual([0, [expect.stringMatching(/analytics\.readonly$/)]])
    await page.close()
  })

  test("whose page is closed ends at its time limit, and says so", async () => {
    const { url, outcome, inlay } = await begin(IMPATIENT)
    await (await stage.extension.openPage(url)).close()
    const { code, json } = await outcome
    expect([code, json.error?.reason]).toEqual([1, "Timeout"])
    expect(json.error?.message).toMatch(/Nobody signed in in time.*Sign in again/)
    expect(await inlay("accounts")).toEqual([])
  })

  test("whose page is closed is cancelled with Ctrl-C", async () => {
    const { url, outcome, stop, inlay } = await begin()
    await (await stage.extension.openPage(url)).close()
    stop()
    const { code, json, stderr } = await outcome
    expect([code, json.error?.message]).toEqual([130, "Stopped. Nothing was stored."])
    expect(stderr).toMatch(/Ctrl-C gives up; nothing is stored then/)
    expect(await inlay("accounts")).toEqual([])
  })
})

/** The console's part of the tour: a hub with the sandbox's accounts, as its user sees it in a browser. */
import { join } from "node:path"

import { screenshot } from "@inlay/browser"

import type { Hub } from "../product/hub.ts"
import { waitForText } from "../product/popup.ts"
import type { Stage } from "../product/stage.ts"
import { facts, step } from "./report.ts"

export const theConsole = async ({ sandbox, extension }: Stage, hub: Hub, artifacts: string): Promise<void> => {
  const page = await extension.browser.newPage()
  await page.setViewport({ width: 1100, height: 800, deviceScaleFactor: 1 })
  await page.goto(hub.link)
  const all = new RegExp(Array.from(Object.values(sandbox.plugins), () => "Works").join("[^]*"))
  await step("the link signs the browser in; each account is checked with its provider", () => waitForText(page, all))
  await screenshot(page, join(artifacts, "console.png"))
  const accounts = await page.$$eval("section.panel", (sections) =>
    sections.map((section): [string, string] => [
      section.querySelector("h2")?.firstChild?.textContent ?? "",
      (section.querySelector(".account-main")?.textContent ?? "").split(" · ")[0] ?? ""
    ])
  )
  facts(accounts)
  await page.close()
}

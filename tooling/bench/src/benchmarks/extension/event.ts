/**
 * From a delivery of the code host to its line in a popup that is open on the repository, through the paired hub. The
 * start is the moment before the delivery is sent, the end the one at which the line is in the document.
 */
import type { Page } from "@inlay/browser"

import { hookOf } from "../../servers/code-host-hook.ts"
import { headersOf, stars } from "../../webhooks.ts"
import { click, settle, type Stage } from "./stage.ts"

declare global {
  /** In the popup: when the next line of a star is added. */
  var lineAt: Promise<number> | undefined
}

const watchLines = (popup: Page): Promise<void> =>
  popup.evaluate(() => {
    globalThis.lineAt = new Promise((resolve) => {
      new MutationObserver((changes, observer) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
        if (!added.some(({ textContent }) => textContent?.includes("New star"))) return
        observer.disconnect()
        resolve(performance.timeOrigin + performance.now())
      }).observe(document.body, { childList: true, subtree: true })
    })
  })

/** Milliseconds of each event. From here on, the extension reads repositories through the hub. */
export const measureEvents = async (stage: Stage, page: Page, events: number): Promise<ReadonlyArray<number>> => {
  await stage.readThroughHub()
  const { url, secret } = await hookOf(stage.hub)
  const { popup } = await click(stage, stage.inlayId, page)
  await popup.waitForFunction(() => document.body.innerText.includes("Triggers"))
  const next = stars()
  const millis: Array<number> = []
  for (let n = 0; n < events; n++) {
    await settle()
    const { event, body } = next()
    await watchLines(popup)
    const startAt = performance.timeOrigin + performance.now()
    const { "content-length": _, ...headers } = headersOf(secret, event, body)
    const { status } = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) })
    if (status !== 202) throw new Error(`The hub answered ${status}.`)
    millis.push((await popup.evaluate(() => globalThis.lineAt ?? Number.NaN)) - startAt)
  }
  await popup.close()
  return millis
}

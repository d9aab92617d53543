/** The worker: its listeners stand before anything else, so that an event which starts it finds them. */
import * as Fetch from "@inlay/core-http/fetch"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { defineBackground } from "wxt/utils/define-background"

import { Browser } from "../messaging/browser.ts"
import { originOf } from "../messaging/origin.ts"
import { route } from "../messaging/router.ts"
import { isOwnPage } from "../messaging/senders.ts"
import { Database } from "../vault/database.ts"
import * as worker from "../worker.ts"

export default defineBackground(() => {
  const here = { id: chrome.runtime.id, origin: originOf(chrome.runtime.getURL("/")) ?? "" }
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(worker.layer, Layer.mergeAll(Database.layer(), Browser.layer, Fetch.layer))
  )
  const handlers = runtime.runPromise(worker.handlers)

  chrome.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isOwnPage(sender, here)) return false
    const silence = () => sendResponse()
    void handlers.then((made) => runtime.runPromise(route(made, message))).then(sendResponse, silence)
    return true
  })

  chrome.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === "install") void chrome.tabs.create({ url: chrome.runtime.getURL("/welcome.html") })
  })

  // Scripts in pages can read local storage by default. Nothing secret stands there; this closes it all the same.
  void chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })
})

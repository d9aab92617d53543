/** The worker. Its listeners are added before anything else, so that the event that starts the worker reaches them. */
import * as Fetch from "@inlay/core-http/fetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { defineBackground } from "wxt/utils/define-background"

import { Browser } from "../browser/Browser.ts"
import * as menus from "../browser/menus.ts"
import * as notifications from "../browser/notifications.ts"
import { LINE } from "../features/page-line/message.ts"
import { tellChange } from "../messaging/changes.ts"
import { originOf } from "../messaging/origin.ts"
import { PRESENCE } from "../messaging/presence.ts"
import { route } from "../messaging/router.ts"
import { isOwnPage, tabOfScript } from "../messaging/senders.ts"
import { Database } from "../vault/database.ts"
import * as worker from "../worker.ts"

export default defineBackground(() => {
  const here = { id: chrome.runtime.id, origin: originOf(chrome.runtime.getURL("/")) ?? "" }
  const layer = Layer.provideMerge(worker.layer, Layer.mergeAll(Database.layer(), Browser.layer, Fetch.layer))
  // The scope lasts as long as the worker, which the browser ends without notice, so the scope is never closed.
  const startedWorker = Effect.runPromise(
    Effect.flatMap(Layer.buildWithScope(layer, Scope.makeUnsafe()), (context) =>
      Effect.map(Effect.provideContext(worker.start, context), (started) => ({ context, ...started }))
    )
  )

  chrome.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    const silence = () => sendResponse()
    const tabId = message === LINE ? tabOfScript(sender, here) : undefined
    if (tabId !== undefined) {
      void startedWorker
        .then(({ context, lineOf }) => Effect.runPromise(Effect.provideContext(lineOf(tabId), context)))
        .then(sendResponse, silence)
      return true
    }
    if (!isOwnPage(sender, here)) return false
    if (message === PRESENCE) {
      sendResponse(true)
      return false
    }
    void startedWorker
      .then(({ context, handlers }) => Effect.runPromise(Effect.provideContext(route(handlers, message), context)))
      .then((reply) => [sendResponse(reply), tellChange(message, reply)])
      .catch(silence)
    return true
  })

  chrome.alarms.onAlarm.addListener(({ name }) => {
    void startedWorker.then(({ context, onAlarm }) => Effect.runPromise(Effect.provideContext(onAlarm(name), context)))
  })
  menus.listen()
  notifications.listen()

  chrome.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === "install") void chrome.tabs.create({ url: chrome.runtime.getURL("/welcome.html") })
  })

  // Browsers may forget alarms and the button's mark when they are closed: the worker's start restores both.
  chrome.runtime.onStartup.addListener(() => {})

  // Content scripts can read local storage by default. It holds no secrets, but access is closed anyway.
  void chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })
})

/**
 * The worker's entry. It adds the listeners in its first task, so that the event that starts the worker reaches them.
 * The browser delivers that event a few milliseconds later. In the meantime the database is read and the rest of the
 * worker is loaded (`running-worker.ts`).
 */
import { defineBackground } from "wxt/utils/define-background"

import { askedTab } from "../browser/asked-tab.ts"
import * as menus from "../browser/menu-listeners.ts"
import * as notifications from "../browser/notification-listeners.ts"
import { sessionId } from "../browser/session.ts"
import { LINE } from "../features/page-line/message.ts"
import { originOf } from "../messaging/origin.ts"
import { PRESENCE } from "../messaging/presence.ts"
import { isOwnPage, tabOfScript } from "../messaging/senders.ts"
import type { EarlyReading } from "../vault/database/Database.ts"
import { openDatabase } from "../vault/database/open.ts"
import { readSnapshot } from "../vault/database/snapshot.ts"

/** Opens and reads the database. Failures are reported by the first request that uses it. */
const readDatabase = (): EarlyReading => {
  const opening = openDatabase()
  const snapshot = opening.then(readSnapshot)
  snapshot.catch(() => {})
  return { opening, snapshot }
}

/**
 * Ends once the browser has been told that the listeners are there, which is the task after the one that runs this
 * script. Whatever runs before it delays the event.
 */
const listening = (): Promise<void> => new Promise((resolve) => setTimeout(() => setTimeout(resolve)))

/** Loads and runs the rest of the worker. */
const start = async () => {
  // Before anything else, because the answers take longer than the rest of this script.
  const early = { database: readDatabase(), session: sessionId() }
  await listening()
  const { run } = await import("../running-worker.ts")
  return run(early)
}

export default defineBackground(() => {
  const here = { id: chrome.runtime.id, origin: originOf(chrome.runtime.getURL("/")) ?? "" }
  let starting = start()
  starting.catch(() => {})
  /** The rest of the worker. If it could not be started, the next event tries again. */
  const running = () => (starting = starting.catch(start))

  chrome.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    const silence = () => sendResponse()
    const tabId = message === LINE ? tabOfScript(sender, here) : undefined
    if (tabId !== undefined) {
      void running()
        .then(({ lineOf }) => lineOf(tabId))
        .then(sendResponse, silence)
      return true
    }
    if (!isOwnPage(sender, here)) return false
    if (message === PRESENCE) {
      sendResponse(true)
      return false
    }
    const tab = askedTab(message)
    void running()
      .then(({ answer }) => answer({ message, tab }, sendResponse))
      .catch(silence)
    return true
  })

  chrome.alarms.onAlarm.addListener(({ name }) => {
    void running().then(({ onAlarm }) => onAlarm(name))
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

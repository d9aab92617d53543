/**
 * The worker's entry. It adds the listeners in its first task, so that the event that starts the worker reaches them.
 * The browser delivers that event a few milliseconds later. In the meantime the database is read and the services are
 * made (`running-worker.ts`).
 */
import { defineBackground } from "wxt/utils/define-background"

import { askedTab } from "../browser/asked-tab.ts"
import * as menus from "../browser/menu-listeners.ts"
import * as notifications from "../browser/notifications.ts"
import { sessionId } from "../browser/session.ts"
import { originOf } from "../messaging/origin.ts"
import { LINE } from "../messaging/page-line.ts"
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

/** Lets a task go by, in which answers that have arrived are handled. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Makes the services and the handlers. */
const start = async () => {
  // Before anything else, because the answers take longer than the rest of this script.
  const early = { database: readDatabase(), session: sessionId() }
  // The browser learns of the listeners in the task after the one that runs this script. Whatever runs before it delays
  // the event.
  await nextTask()
  await nextTask()
  const { run } = await import("../running-worker.ts")
  // The database has been opened by now, and can be read while the services are made.
  await nextTask()
  return run(early)
}

export default defineBackground(() => {
  let starting = start()
  starting.catch(() => {})
  const here = { id: chrome.runtime.id, origin: originOf(chrome.runtime.getURL("/")) ?? "" }
  /** What handles the events. If it could not be started, the next event tries again. */
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

  // Browsers may forget alarms and the button's mark when they are closed: the worker's start restores both. They keep
  // the menu's titles, and may start in another language.
  chrome.runtime.onStartup.addListener(menus.rename)

  // Content scripts can read local storage by default. It holds no secrets, but access is closed anyway.
  void chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })
})

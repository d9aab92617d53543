/** Captures what an extension reveals outside its pages: consoles and every storage. */
import type { ExtensionBrowser } from "@inlay/browser"
import { look } from "@inlay/core-http/testing/canaries"

import { storedRows } from "./database.ts"

export interface Heard {
  readonly surface: string
  readonly text: string
}

/** Records everything that pages and the worker write to their consoles from now on. */
export const listen = async (extension: ExtensionBrowser, messages: Array<Heard>): Promise<void> => {
  const worker = await extension.serviceWorker()
  worker.client.on("Runtime.consoleAPICalled", (event) =>
    messages.push({ surface: "worker console", text: JSON.stringify(event) })
  )
  worker.client.on("Runtime.exceptionThrown", (event) =>
    messages.push({ surface: "worker console", text: JSON.stringify(event) })
  )
  worker.client.on("Log.entryAdded", (event) => messages.push({ surface: "worker log", text: JSON.stringify(event) }))
  await worker.client.send("Runtime.enable")
  await worker.client.send("Log.enable")
  const listenTo = async (target: ReturnType<ExtensionBrowser["browser"]["target"]>): Promise<void> => {
    const page = await target.page()
    page?.on("console", (message) => messages.push({ surface: "page console", text: message.text() }))
    page?.on("pageerror", (error) => messages.push({ surface: "page console", text: String(error) }))
  }
  extension.browser.on("targetcreated", (target) => void listenTo(target))
}

/** The contents of every storage area and every store of the database. */
export const storedText = async (extension: ExtensionBrowser): Promise<string> => {
  const worker = await extension.serviceWorker()
  const areas = ["local", "session", "sync", "managed"].map((area) => worker.evaluate(`chrome.storage.${area}.get()`))
  return JSON.stringify([await Promise.all(areas), await storedRows(extension)])
}

/** The first line that contains the key, for debugging. */
const excerpt = (text: string, key: string): string =>
  (text.split("\n").find((line) => look(line)(key).length > 0) ?? text).slice(0, 500)

/** Where each key was found, and in which form. */
export const leaksIn = (messages: ReadonlyArray<Heard>, keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  messages.flatMap(({ surface, text }) => {
    const formsOf = look(text)
    return keys.flatMap((key) => formsOf(key).map((form) => `${key} in ${surface}, ${form}: ${excerpt(text, key)}`))
  })

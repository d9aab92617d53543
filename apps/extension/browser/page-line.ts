/** Injects the script of the line on repository pages: into one tab, or registered for the pages of chosen origins. */
import { patternOf } from "../messaging/origin.ts"
import { keepVisible, STYLE } from "./page-style.ts"

const SCRIPT = "/page-line.js"
const ID = "line"

export const putLine = async (tabId: number): Promise<boolean> => {
  if (import.meta.env.FIREFOX) await keepVisible(tabId)
  await chrome.scripting.executeScript({ target: { tabId }, files: [SCRIPT] })
  return true
}

/** Registered scripts outlive the worker, but not always an update. */
export const keepLines = async (origins: ReadonlyArray<string>): Promise<void> => {
  const { scripting } = chrome
  const matches = origins.map(patternOf)
  const [standing] = await scripting.getRegisteredContentScripts({ ids: [ID] })
  if (matches.join() === (standing?.matches ?? []).join()) return
  if (standing !== undefined) await scripting.unregisterContentScripts({ ids: [ID] })
  if (matches.length > 0)
    await scripting.registerContentScripts([
      { id: ID, matches, js: [SCRIPT], ...(import.meta.env.FIREFOX && { css: [STYLE] }), runAt: "document_idle" }
    ])
}

// Finds browsers that Playwright has downloaded: its cache folder, and the folder layouts of its versions.

import { readdir } from "node:fs/promises"
import { join } from "node:path"

import type { Machine } from "./machine.ts"

const layouts: Partial<Record<NodeJS.Platform, ReadonlyArray<ReadonlyArray<string>>>> = {
  linux: [
    ["chrome-linux64", "chrome"],
    ["chrome-linux", "chrome"]
  ],
  darwin: ["chrome-mac-arm64", "chrome-mac-x64", "chrome-mac"].flatMap((folder) => [
    [folder, "Google Chrome for Testing.app", "Contents", "MacOS", "Google Chrome for Testing"],
    [folder, "Chromium.app", "Contents", "MacOS", "Chromium"]
  ]),
  win32: [
    ["chrome-win64", "chrome.exe"],
    ["chrome-win", "chrome.exe"]
  ]
}

/** PLAYWRIGHT_BROWSERS_PATH=0 means "inside node_modules" to Playwright; such a copy is not used here. */
export const cacheFolder = ({ env, home, platform }: Machine): string => {
  const own = env.PLAYWRIGHT_BROWSERS_PATH
  if (own !== undefined && own !== "" && own !== "0") return own
  if (platform === "darwin") return join(home, "Library", "Caches", "ms-playwright")
  if (platform === "win32") return join(env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "ms-playwright")
  return join(env.XDG_CACHE_HOME ?? join(home, ".cache"), "ms-playwright")
}

/**
 * Paths where a downloaded Chromium may be, newest revision first. The headless shell is left out: it loads no
 * extensions.
 */
export const cachedChromiums = async (machine: Machine): Promise<ReadonlyArray<string>> => {
  const folder = cacheFolder(machine)
  const revisions = (await readdir(folder).catch(() => []))
    .flatMap((name) => /^chromium-(\d+)$/.exec(name)?.[1] ?? [])
    .sort((a, b) => Number(b) - Number(a))
  return revisions.flatMap((revision) =>
    (layouts[machine.platform] ?? []).map((layout) => join(folder, `chromium-${revision}`, ...layout))
  )
}

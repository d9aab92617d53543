/**
 * Runs the bundled promise client on an extension's page, which is its intended environment. A web page could not keep
 * the key secret, and providers do not answer other origins.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { launchWithExtension } from "@inlay/browser"

import type { Sandbox } from "../sandbox.ts"

const manifest = {
  manifest_version: 3,
  name: "Release check",
  version: "1.0.0",
  host_permissions: ["http://127.0.0.1/*"]
}

/**
 * Looks up one record twice on an extension's page in Chromium: the first lookup is sent, the second comes from the
 * cache.
 */
export const runInBrowser = async (folder: string, file: string, sandbox: Sandbox): Promise<string> => {
  const extensionDir = join(folder, "extension")
  mkdirSync(extensionDir, { recursive: true })
  cpSync(file, join(extensionDir, "page.js"))
  writeFileSync(join(extensionDir, "page.html"), "<!doctype html><title>Release check</title>")
  writeFileSync(join(extensionDir, "manifest.json"), JSON.stringify(manifest))
  const driver = await launchWithExtension({ extensionDir })
  try {
    const page = await driver.openExtensionPage("page.html")
    const account = JSON.stringify({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
    const result = await page.evaluate(`import("./page.js").then(async ({ createSalesData }) => {
      const { people } = createSalesData(${account})
      const lookup = () => people.enrich(${JSON.stringify(sandbox.person)})
      const [bought, again] = [await lookup(), await lookup()]
      return [bought.match, bought.fromCache, again.fromCache].join() + " " + bought.record.name
    })`)
    if (!/^true,false,true \w/.test(String(result)))
      throw new Error(`the lookups in the browser returned ${String(result)}`)
    return await driver.browser.version()
  } finally {
    await driver.close()
  }
}

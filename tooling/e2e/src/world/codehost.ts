/** The simulated code host: actions of other people there, the requests it received, and an account that reads it. */
import type { ExtensionBrowser } from "@inlay/browser"
import type { RunningSandbox } from "@inlay/sandbox"

import { fillIn, openOptions, save } from "../product/options-page.ts"
import { waitForText } from "../product/popup.ts"
import { callControl } from "./control-api.ts"

export interface CodehostCall {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly status: number | null
}

export interface Codehost {
  /** Calls an action of its control API. */
  readonly act: (path: string, body?: object) => Promise<unknown>
  readonly calls: () => Promise<ReadonlyArray<CodehostCall>>
  /** The response of its API to the token's owner. */
  readonly read: (path: string) => Promise<unknown>
  /** The fields of an account that belongs to `mona`. */
  readonly values: Readonly<Record<"base_url" | "token" | "page_site", string>>
  readonly page: string
}

export const codehostOf = (sandbox: RunningSandbox): Codehost => {
  const { plugins, origin, urls } = sandbox
  const { env = {} } = plugins["codehost"] ?? {}
  const { INLAY_CODEHOST_BASE_URL: base_url = "", INLAY_CODEHOST_TOKEN: token = "" } = env
  return {
    act: (path, body = {}) => callControl(sandbox, "codehost", path, body),
    calls: async () =>
      (await callControl<{ readonly calls: ReadonlyArray<CodehostCall> }>(sandbox, "codehost", "/calls")).calls,
    read: async (path) => {
      const headers = { authorization: `Bearer ${token}`, "user-agent": "e2e" }
      const response = await fetch(base_url + path, { headers })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
    values: { base_url, token, page_site: `${origin}/repo` },
    page: urls["repoPage"] ?? ""
  }
}

/** Connects the account in the extension's options. Returns the text that they show then. */
export const connectCodehost = async (extension: ExtensionBrowser, { values }: Codehost): Promise<string> => {
  const options = await openOptions(extension)
  await options.evaluate(() => {
    location.hash = "#codehost"
    location.reload()
  })
  await waitForText(options, /Code host account/)
  await fillIn(options, values)
  const text = await save(options)
  await options.close()
  return text
}

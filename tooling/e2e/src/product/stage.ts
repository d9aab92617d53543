/** A browser with the real extension, connected to the sandbox through its own options page. */
import { launchWithExtension, type ExtensionBrowser, type LaunchOptions, type Page } from "@inlay/browser"
import { startSandbox, type RunningSandbox } from "@inlay/sandbox"

import { extensionDir } from "./extension.ts"
import { fillIn, openOptions, save } from "./options-page.ts"

export interface Stage {
  readonly sandbox: RunningSandbox
  readonly extension: ExtensionBrowser
  /** The sandbox's account, as fields of the options page. */
  readonly account: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

export interface StageOptions extends Partial<
  Pick<LaunchOptions, "colorScheme" | "extensionDir" | "hostRules" | "plain" | "profileDir">
> {
  readonly sandbox?: RunningSandbox
  /** Origins that the user allows when asked, in addition to the sandbox's. */
  readonly allowed?: ReadonlyArray<string>
  /** Permissions other than origins that the user allows when asked. */
  readonly allowedNames?: ReadonlyArray<string>
  /** Saves the sandbox's account with these changes by the options page's message, without filling in the page. */
  readonly connected?: Readonly<Record<string, string>>
}

export const setStage = async ({
  sandbox: shared,
  allowed = [],
  allowedNames = [],
  connected,
  ...launch
}: StageOptions = {}): Promise<Stage> => {
  const sandbox = shared ?? (await startSandbox())
  const extension = await launchWithExtension({
    extensionDir: extensionDir(),
    ...launch,
    answerOrigins: [sandbox.origin, ...allowed],
    answerNames: allowedNames,
    grantOrigins: connected === undefined ? [] : [sandbox.origin]
  })
  const env = sandbox.plugins["salesdata"]?.env ?? {}
  const account = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name.replace("INLAY_SALESDATA_", "").toLowerCase(), value])
  )
  const welcome = await welcomeOf(extension)
  if (connected !== undefined) await saveAccount(welcome, valuesOf(account, connected))
  await welcome.close()
  return {
    sandbox,
    extension,
    account,
    close: async () => {
      await extension.close()
      if (shared === undefined) await sandbox.close()
    }
  }
}

/**
 * Waits for the welcome page, which every start opens in front: to Chromium, an unpacked extension is newly installed
 * each time.
 */
const welcomeOf = async ({ browser }: ExtensionBrowser): Promise<Page> => {
  const target = await browser.waitForTarget((one) => one.url().endsWith("/welcome.html"), { timeout: 10_000 })
  const page = await target.page()
  if (page === null) throw new Error("there is no welcome page")
  return page
}

type Values = Readonly<Record<string, string>>

/** Clears the day cap that the options page proposes, unless a test sets one. */
const valuesOf = (account: Values, changes: Values): Values => ({ cap_day: "", ...account, ...changes })

/** Checks in the worker's reply that the account was saved. */
const saveAccount = async (page: Page, values: Values): Promise<void> => {
  const input = { plugin: "salesdata", account: "default", isNew: true, kind: "api_key", values, force: false }
  await page.waitForFunction("typeof chrome.runtime?.sendMessage === 'function'")
  const message = JSON.stringify({ inlay: "saveAccount", input })
  const reply = await page.evaluate(`chrome.runtime.sendMessage(${message}).then(JSON.stringify)`)
  if (!/"saved":true/.test(String(reply))) throw new Error(`the account is not saved: ${String(reply)}`)
}

/** The sandbox's demo pages of a person and a company. */
export const demoPages = ({ sandbox }: Stage): { readonly profilePage: string; readonly companyPage: string } => {
  const { profilePage, companyPage } = sandbox.urls
  if (profilePage === undefined || companyPage === undefined) throw new Error("the sandbox has no demo pages")
  return { profilePage, companyPage }
}

/** Fills in the options page and saves. Returns the page's message. */
export const connect = async (
  stage: Stage,
  changes: Readonly<Record<string, string>> = {}
): Promise<{ readonly page: Page; readonly said: string }> => {
  const page = await openOptions(stage.extension)
  await fillIn(page, valuesOf(stage.account, changes))
  return { page, said: await save(page) }
}

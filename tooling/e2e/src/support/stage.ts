/** A browser with the real extension, connected to the sandbox through its own options page. */
import { launchWithExtension, type ExtensionBrowser, type Page } from "@inlay/browser"
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

export interface StageOptions {
  readonly colorScheme?: "light" | "dark"
  readonly profileDir?: string
  readonly sandbox?: RunningSandbox
  /** Chromium's `--host-resolver-rules`: real host names led to local servers. */
  readonly hostRules?: string
  /** Origins, besides the sandbox's, that the user allows when asked. */
  readonly allowed?: ReadonlyArray<string>
  /** Permissions that are no origins, which the user allows when asked. */
  readonly allowedNames?: ReadonlyArray<string>
}

export const setStage = async (options: StageOptions = {}): Promise<Stage> => {
  const sandbox = options.sandbox ?? (await startSandbox())
  const extension = await launchWithExtension({
    extensionDir: extensionDir(),
    answerOrigins: [sandbox.origin, ...(options.allowed ?? [])],
    ...(options.allowedNames !== undefined && { answerNames: options.allowedNames }),
    ...(options.colorScheme !== undefined && { colorScheme: options.colorScheme }),
    ...(options.profileDir !== undefined && { profileDir: options.profileDir }),
    ...(options.hostRules !== undefined && { hostRules: options.hostRules })
  })
  await closeWelcome(extension)
  const env = sandbox.plugins["salesdata"]?.env ?? {}
  const account = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name.replace("INLAY_SALESDATA_", "").toLowerCase(), value])
  )
  return {
    sandbox,
    extension,
    account,
    close: async () => {
      await extension.close()
      if (options.sandbox === undefined) await sandbox.close()
    }
  }
}

/** A start opens the welcome page in front of everything else: to Chromium, an unpacked extension is new each time. */
const closeWelcome = async ({ browser }: ExtensionBrowser): Promise<void> => {
  const target = await browser.waitForTarget((one) => one.url().endsWith("/welcome.html"), { timeout: 10_000 })
  await (await target.page())?.close()
}

/** The sandbox's demo pages of a person and a company. */
export const demoPages = ({ sandbox }: Stage): { readonly profilePage: string; readonly companyPage: string } => {
  const { profilePage, companyPage } = sandbox.urls
  if (profilePage === undefined || companyPage === undefined) throw new Error("the sandbox has no demo pages")
  return { profilePage, companyPage }
}

/** Fills in the options page and saves; gives what the page says then. */
export const connect = async (
  stage: Stage,
  changes: Readonly<Record<string, string>> = {}
): Promise<{ readonly page: Page; readonly said: string }> => {
  const page = await openOptions(stage.extension)
  // The day cap that the page proposes is cleared where a test names none.
  await fillIn(page, { cap_day: "", ...stage.account, ...changes })
  return { page, said: await save(page) }
}

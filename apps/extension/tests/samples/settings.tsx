/** The options page over a worker with one account, which tests fill in, save and change from another page. */
import type { FieldRules } from "@inlay/agent-plugin/manifest"
import { plugin } from "@inlay/salesdata/browser"
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, beforeEach, expect, vi } from "vitest"

import type { AccountView, Check } from "../../features/accounts/requests.ts"
import { SettingsPage } from "../../features/settings/view/settings.tsx"
import type { AccountRef } from "../../messaging/account.ts"
import { tellChange } from "../../messaging/changes.ts"
import type { Send } from "../../messaging/client.ts"
import type { Reply, RequestName } from "../../messaging/contract.ts"
import { otherSections, spending } from "./accounts.ts"
import { personCard, personRecord } from "./cards.ts"
import { person } from "./subjects.ts"

const [apiKey = { id: "", title: "", fields: [] }] = plugin.accountKinds
export const fields: ReadonlyArray<FieldRules> = apiKey.fields
export const OF = { plugin: "salesdata", account: "default" }
const plugins = [{ id: "salesdata", title: "Sales data", accountKinds: [apiKey] }]
export const good: Check = {
  ok: true,
  saved: true,
  limits: [{ label: "Rate limit", value: "118 of 120 left" }],
  problems: []
}
export const bad: Check = {
  ok: false,
  saved: false,
  limits: [],
  problems: [{ is: "failed", problem: { what: "The key was refused.", remedy: { to: "checkKey" } } }]
}
export const wrong: Check = {
  ok: false,
  saved: false,
  limits: [],
  problems: [{ is: "missing", field: "api_key" }]
}

export const permissions = {
  contains: vi.fn<(asked: object) => Promise<boolean>>(),
  request: vi.fn<(asked: object) => Promise<boolean>>(),
  remove: vi.fn<(asked: object) => Promise<boolean>>()
}

export const worker = (account: AccountView | null, ...checks: ReadonlyArray<Check>) => {
  const requests: Array<readonly [RequestName, unknown]> = []
  const remainingChecks = [...checks]
  let now = account
  const send = (name: RequestName, input: unknown): Promise<Reply<RequestName>> => {
    requests.push([name, input])
    if (name === "removeAccount") now = null
    if (name === "preferences") return Promise.resolve({ ok: true, output: { showInPage: true } })
    const other = otherSections(name)
    if (other !== undefined) return Promise.resolve(other)
    const check = name === "saveAccount" ? remainingChecks.shift() : undefined
    // Like the worker: saves settings that work, and if forced, settings that may work later.
    const forced = (input as { readonly force?: boolean }).force === true && check?.problems[0]?.field === undefined
    const savedCheck = check && { ...check, saved: check.saved || forced }
    if (savedCheck?.saved === true) {
      const { values, ...saving } = input as AccountRef & Pick<AccountView, "kind" | "values">
      const { api_key: _secret, ...shown } = values
      now = { ...saving, values: shown, hasSecret: { api_key: true } }
    }
    if (name === "askAgain") {
      const outcome = {
        state: "match",
        subject: person,
        card: personCard,
        record: personRecord,
        matchedOn: [],
        charged: 2,
        inPage: "off"
      } as const
      return Promise.resolve({ ok: true, output: outcome })
    }
    const accounts = { plugins, accounts: now === null ? [] : [now] }
    const output = name === "accounts" ? accounts : name === "spending" ? spending : (savedCheck ?? null)
    return Promise.resolve({ ok: true, output } as Reply<RequestName>)
  }
  return {
    send: send as Send,
    of: (name: RequestName) => requests.filter(([asking]) => asking === name).map(([, input]) => input),
    /** Simulates a change made by another page. */
    elsewhere: (change: AccountView | null) => {
      now = change
      tellChange({ inlay: "saveAccount" }, { ok: true, output: null })
    }
  }
}

export const open = async (account: AccountView | null, ...checks: ReadonlyArray<Check>) => {
  const accountWorker = worker(account, ...checks)
  render(<SettingsPage send={accountWorker.send} />)
  await screen.findByRole("button", { name: "Save and check" })
  return accountWorker
}

/** A worker that keeps requests of one name waiting until they are released. */
export const holding = (send: Send, held: RequestName) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const sendHeld = async (...[name, input]: Parameters<Send>) => {
    if (name === held) await released
    return send(name, input)
  }
  return { send: sendHeld as Send, release }
}

export const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
export const save = () => fireEvent.click(screen.getByRole("button", { name: "Save and check" }))
export const waitForText = (text: RegExp) => vi.waitFor(() => expect(document.body.textContent).toMatch(text))

/** Call at the top level of a test file. The browser has granted nothing, and grants what it is asked for. */
export const withPermissions = (): void => {
  beforeEach(() => {
    for (const mock of Object.values(permissions)) mock.mockReset().mockResolvedValue(true)
    permissions.contains.mockResolvedValue(false)
    vi.stubGlobal("chrome", { permissions })
  })

  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}

// @vitest-environment happy-dom
import type { Field } from "@inlay/agent-plugin/manifest"
import { plugin } from "@inlay/salesdata/browser"
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import type { AccountRef } from "../../../messaging/account.ts"
import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Reply, RequestName } from "../../../messaging/contract.ts"
import { otherSections, spending, storedAccount } from "../../../tests/samples/accounts.ts"
import { personCard, personRecord } from "../../../tests/samples/cards.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { person } from "../../../tests/samples/subjects.ts"
import type { AccountView, Check } from "../requests.ts"
import { normalise, problems } from "./values.ts"
import { Accounts } from "./view.tsx"

const [apiKey = { id: "", title: "", fields: [] }] = plugin.accountKinds
const fields: ReadonlyArray<Field> = apiKey.fields
const OF = { plugin: "salesdata", account: "default" }
const plugins = [{ id: "salesdata", title: "Sales data", accountKinds: [apiKey] }]
const good: Check = { ok: true, saved: true, limits: [{ label: "Rate limit", value: "118 of 120 left" }], problems: [] }
const bad: Check = {
  ok: false,
  saved: false,
  limits: [],
  problems: [{ is: "failed", problem: { what: "The key was refused.", remedy: { to: "checkKey" } } }]
}
const wrong: Check = {
  ok: false,
  saved: false,
  limits: [],
  problems: [{ is: "missing", field: "api_key" }]
}

const permissions = {
  contains: vi.fn<(asked: object) => Promise<boolean>>(),
  request: vi.fn<(asked: object) => Promise<boolean>>(),
  remove: vi.fn<(asked: object) => Promise<boolean>>()
}

const worker = (account: AccountView | null, ...checks: ReadonlyArray<Check>) => {
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

const open = async (account: AccountView | null, ...checks: ReadonlyArray<Check>) => {
  const accountWorker = worker(account, ...checks)
  render(<Accounts send={accountWorker.send} />)
  await screen.findByRole("button", { name: "Save and check" })
  return accountWorker
}

/** A worker that keeps requests of one name waiting until they are released. */
const holding = (send: Send, held: RequestName) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const sendHeld = async (...[name, input]: Parameters<Send>) => {
    if (name === held) await released
    return send(name, input)
  }
  return { send: sendHeld as Send, release }
}

const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save and check" }))
const waitForText = (text: RegExp) => vi.waitFor(() => expect(document.body.textContent).toMatch(text))

beforeEach(() => {
  for (const mock of Object.values(permissions)) mock.mockReset().mockResolvedValue(true)
  permissions.contains.mockResolvedValue(false)
  vi.stubGlobal("chrome", { permissions })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe("the form", () => {
  it("has a labelled, described input for every field, less common ones under More settings", async () => {
    await open(null)
    for (const field of fields) {
      const input = screen.getByLabelText(new RegExp(`^${field.label}`))
      expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toContain(field.help)
      expect(input.getAttribute("type")).toBe(field.secret ? "password" : "text")
    }
    const more = [...document.querySelectorAll("details input")].map((input) => input.getAttribute("name"))
    expect(more).not.toContain("base_url")
    expect(more).toContain("credits_field")
  })

  it("says how the browser knows a host that is not written in plain letters", async () => {
    await open(null)
    type(/^Base address/, "https://api.prov\u0456der.example")
    await waitForText(/knows this host as api\.xn--provder-uog\.example/)
  })

  it("never shows a stored secret, and says that it is stored", async () => {
    await open(storedAccount)
    const key = screen.getByLabelText<HTMLInputElement>(/^API key/)
    expect(key.value).toBe("")
    expect(key.placeholder).toBe("Stored. Leave empty to keep it.")
    expect(screen.getByLabelText<HTMLInputElement>(/^Base address/).value).toBe("https://api.provider.example/v1")
  })

  it("shows what is wrong beside the field, and sends no request", async () => {
    const { of } = await open(null)
    type(/^Base address/, "http://api.provider.example")
    type(/^Day cap/, "lots")
    save()
    await waitForText(/Use https/)
    expect(document.body.textContent).toMatch(/Enter a number, 0 or more/)
    expect(document.body.textContent).toMatch(/Needed to connect/)
    const address = screen.getByLabelText(/^Base address/)
    expect(address.getAttribute("aria-invalid")).toBe("true")
    expect(address.getAttribute("aria-describedby")).toContain("field-base_url-error")
    expect(document.activeElement).toBe(address)
    expect(of("saveAccount")).toEqual([])
    expect(permissions.request).not.toHaveBeenCalled()
  })

  it.each([
    ["default", /An account default already exists/],
    ["a b", /Correct the marked fields/],
    ["", /Correct the marked fields/]
  ])("saves no other account under the name %j, and leads to its field", async (name, says) => {
    const { of } = await open(storedAccount, good)
    fireEvent.click(screen.getByRole("button", { name: /^Add/ }))
    await waitForText(/New account/)
    type(/^Base address/, "https://api.provider.example")
    type(/^API key/, "k-1")
    type(/^Name/, name)
    save()
    await waitForText(says)
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/))
    expect(of("saveAccount")).toEqual([])
  })

  it("shows what the network's agreement says, next to the choice", async () => {
    await open(null)
    expect(document.body.textContent).toMatch(/user agreement forbids inserting elements into its pages.*in breach/)
    const inPage = screen.getByRole<HTMLInputElement>("radio", { name: /^In the page and.*A card/ })
    await vi.waitFor(() => expect(inPage.checked).toBe(true))
  })

  it("stores the hosts of pages before it says that the account is saved, because the page may be closed then", async () => {
    const { send, release } = holding(worker(null, good).send, "repositoryHosts")
    render(<Accounts send={send} />)
    await screen.findByRole("button", { name: "Save and check" })
    type(/^API key/, "key")
    type(/^Base address/, "https://api.provider.example/v1")
    save()
    await waitForText(/Checking/)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(document.body.textContent).not.toMatch(/Saved/)
    release()
    await waitForText(/Saved/)
  })

  it("stores where answers are shown the moment it is chosen, without Save", async () => {
    const { of } = await open(null)
    fireEvent.click(screen.getByRole("radio", { name: /^In the popup only.*No page is changed/ }))
    expect(of("savePreferences")).toEqual([{ showInPage: false }])
    await waitForText(/Stored/)
    expect(of("saveAccount")).toEqual([])
  })

  it("suggests a day cap when connecting, which can be cleared; a stored account's cap is unchanged", async () => {
    const { of } = await open(null, good)
    const cap = screen.getByLabelText<HTMLInputElement>(/^Day cap/)
    expect(cap.value).toBe("50")
    expect(document.body.textContent).toMatch(/Suggested\. Change it, or clear it for no cap/)
    type(/^Day cap/, "")
    expect(document.body.textContent).not.toMatch(/Suggested/)
    type(/^Base address/, "https://api.provider.example/v1")
    type(/^API key/, "k-1")
    save()
    await waitForText(/The account works/)
    expect(of("saveAccount")).toMatchObject([{ values: { cap_day: "" } }])
    cleanup()
    await open({ ...storedAccount, values: { base_url: "https://api.provider.example/v1" } })
    expect(screen.getByLabelText<HTMLInputElement>(/^Day cap/).value).toBe("")
  })
})

describe("saving", () => {
  const fill = () => {
    type(/^Base address/, " https://api.provider.example/v1 ")
    type(/^API key/, "k-1")
  }

  it("asks the browser inside the click, for this address only, then checks and shows the limits", async () => {
    const { of } = await open(null, good)
    fill()
    save()
    expect(permissions.request).toHaveBeenCalledExactlyOnceWith({ origins: ["https://api.provider.example/*"] })
    await waitForText(/The account works/)
    expect(document.body.textContent).toMatch(/118 of 120 left/)
    expect(of("saveAccount")).toMatchObject([
      { force: false, values: { base_url: "https://api.provider.example/v1", api_key: "k-1" } }
    ])
    expect(screen.getByLabelText<HTMLInputElement>(/^API key/).value).toBe("")
  })

  it("does not ask for a permission that is already granted", async () => {
    permissions.contains.mockResolvedValue(true)
    await open(storedAccount, good)
    const origins = ["https://api.provider.example/*"]
    await vi.waitFor(() => expect(permissions.contains).toHaveBeenCalledWith({ origins }))
    save()
    await waitForText(/The account works/)
    expect(permissions.request).not.toHaveBeenCalled()
  })

  it("asks again for a permission that was given back in between", async () => {
    const granted = new Set(["https://api.provider.example/*"])
    const all = (asked: object, change: (pattern: string) => boolean) =>
      Promise.resolve(((asked as { readonly origins?: ReadonlyArray<string> }).origins ?? []).every(change))
    permissions.contains.mockImplementation((asked) => all(asked, (pattern) => granted.has(pattern)))
    permissions.request.mockImplementation((asked) => all(asked, (pattern) => granted.add(pattern).has(pattern)))
    permissions.remove.mockImplementation((asked) => all(asked, (pattern) => granted.delete(pattern)))
    const { of } = await open(storedAccount, good, good)
    const saveAt = async (address: string, times: number) => {
      type(/^Base address/, address)
      type(/^API key/, "k")
      const origins = [`${new URL(address).origin}/*`]
      await vi.waitFor(() => expect(permissions.contains).toHaveBeenLastCalledWith({ origins }))
      save()
      await vi.waitFor(() => expect(of("saveAccount")).toHaveLength(times))
      await vi.waitFor(() => expect([...granted]).toEqual(origins))
      await waitForText(/The account works/)
    }
    await saveAt("https://other.example", 1)
    await saveAt("https://api.provider.example/v1", 2)
    expect(permissions.request.mock.calls).toEqual([
      [{ origins: ["https://other.example/*"] }],
      [{ origins: ["https://api.provider.example/*"] }]
    ])
  })

  it("does not say that changed input is saved", async () => {
    await open(null, good, bad)
    fill()
    save()
    await waitForText(/The account works/)
    type(/^Day cap/, "33")
    expect(document.body.textContent).not.toMatch(/The account works|118 of 120 left/)
    save()
    await waitForText(/The key was refused/)
    type(/^API key/, "k-2")
    expect(document.body.textContent).toMatch(/Not saved yet.*The key was refused/)
  })

  it("does not say that what is entered during the check is saved", async () => {
    const { send, release } = holding(worker(null, good).send, "saveAccount")
    render(<Accounts send={send} />)
    await screen.findByRole("button", { name: "Save and check" })
    fill()
    save()
    await waitForText(/Checking/)
    type(/^Day cap/, "33")
    release()
    await screen.findByRole("button", { name: "Save and check" })
    expect(document.body.textContent).not.toMatch(/The account works/)
    expect(screen.getByLabelText<HTMLInputElement>(/^Day cap/).value).toBe("33")
  })

  it("gives back the permission if the account is not saved, and asks for it again", async () => {
    const { of } = await open(null, bad, bad)
    fill()
    save()
    await waitForText(/Not saved yet/)
    const origins = ["https://api.provider.example/*"]
    expect(permissions.remove.mock.calls).toEqual([[{ origins }]])
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await waitForText(/Saved, although the check failed/)
    expect(of("saveAccount")).toHaveLength(2)
    expect(permissions.request).toHaveBeenCalledTimes(2)
    expect(permissions.remove).toHaveBeenCalledTimes(1)
  })

  it.each([
    ["is declined", () => Promise.resolve(false)],
    ["cannot be asked", () => Promise.reject(new Error("no user gesture"))]
  ])("saves nothing when the browser's question %s, unless told to", async (_, request) => {
    permissions.request.mockImplementation(request)
    const { of } = await open(null, bad)
    fill()
    save()
    await waitForText(/Not saved yet.*may not reach api\.provider\.example yet/)
    expect(of("saveAccount")).toEqual([])
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await waitForText(/Saved, although the check failed/)
    expect(of("saveAccount")).toMatchObject([{ force: true }])
  })

  it("shows each problem with its remedy, and saves anyway only when told", async () => {
    const { of } = await open(null, bad, bad)
    fill()
    save()
    await waitForText(/Not saved yet/)
    expect(document.body.textContent).toMatch(/The key was refused\. Check the key in the settings\./)
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await waitForText(/Saved, although the check failed/)
    expect(of("saveAccount")).toMatchObject([{ force: false }, { force: true }])
    expect(screen.queryByRole("button", { name: "Save anyway" })).toBeNull()
  })

  it("does not claim that an account works if it was saved without asking the service", async () => {
    await open(null, { ...good, limits: [], isUnasked: true })
    fill()
    save()
    await waitForText(/Saved\./)
    expect(document.body.textContent).not.toMatch(/The account works/)
  })

  it("names a missing field by its label", async () => {
    await open(null, wrong)
    fill()
    save()
    await waitForText(/Not saved yet.*API key is missing/)
  })

  it("does not report an account that cannot work as saved, even when told to save", async () => {
    const { of } = await open(null, wrong, wrong)
    fill()
    save()
    await waitForText(/Not saved yet/)
    expect(screen.getByLabelText(/^API key/).getAttribute("aria-invalid")).toBe("true")
    fireEvent.click(screen.getByRole("button", { name: "Save anyway" }))
    await vi.waitFor(() => expect(of("saveAccount")).toHaveLength(2))
    await waitForText(/Not saved yet/)
    expect(screen.queryByRole("button", { name: "Save anyway" })).toBeNull()
  })

  it("asks for the key again when the address changes, and revokes the permission for the old address", async () => {
    const { of } = await open(storedAccount, good)
    type(/^Base address/, "https://other.example")
    save()
    await waitForText(/The address changed/)
    expect(of("saveAccount")).toEqual([])
    type(/^API key/, "k-2")
    save()
    await waitForText(/The account works/)
    expect(permissions.remove).toHaveBeenCalledWith({ origins: ["https://api.provider.example/*"] })
  })
})

describe("the rest of the page", () => {
  it("shows today's spending and unknown charges", async () => {
    await open(storedAccount)
    expect(document.body.textContent).toMatch(/13 credits today/)
    expect(document.body.textContent).toMatch(/mia-nguyen-4b2a19/)
    expect(document.body.textContent).toMatch(/A people search/)
  })

  it("reads today's spending again when it comes into sight, such as on another day", async () => {
    const { of } = await open(storedAccount)
    document.dispatchEvent(new Event("visibilitychange"))
    await vi.waitFor(() => expect(of("spending")).toHaveLength(2))
  })

  it("records an unknown charge, or asks again after a confirmation that shows the price", async () => {
    const { of } = await open(storedAccount)
    const [, first, second] = screen.getAllByRole("listitem")
    if (first === undefined || second === undefined) throw new Error("too little is listed")
    const row = within(first)
    fireEvent.click(row.getByRole("button", { name: /^Ask again/ }))
    expect(of("askAgain")).toEqual([])
    expect(first.textContent).toMatch(/charged a second time: up to 2 credits/)
    fireEvent.click(row.getByRole("button", { name: "Yes, ask again" }))
    await waitForText(/Mia Nguyen · 2 credits\. The answer is saved/)
    expect(of("askAgain")).toEqual([{ ...OF, id: "row-1", upTo: 2 }])
    // A settled charge disappears at once, so that it cannot be clicked a second time.
    expect(screen.getAllByRole("listitem").slice(1)).toEqual([second])
    fireEvent.click(within(second).getByRole("button", { name: "It was not charged" }))
    await waitForText(/A people search: Recorded as 0 credits/)
    expect(of("settleCharge")).toEqual([{ ...OF, id: "row-2", credits: 0 }])
    expect(of("spending").length).toBeGreaterThan(2)
    await waitForText(/Every lookup has a known charge/)
  })

  it("offers no second lookup for calls that cannot be repeated from here", async () => {
    await open(storedAccount)
    const search = screen.getAllByRole("listitem").at(-1)
    expect(search?.textContent).toMatch(/A people search.*price not known/)
    expect(search?.textContent).not.toMatch(/Ask again/)
  })

  it("removes the account in two steps", async () => {
    const { of } = await open(storedAccount)
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    expect(of("removeAccount")).toEqual([])
    expect(document.activeElement?.textContent).toBe("Cancel")
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await waitForText(/The account default was removed/)
    expect(screen.getByLabelText<HTMLInputElement>(/^Base address/).value).toBe("")
    expect(permissions.remove).toHaveBeenCalledWith({ origins: ["https://api.provider.example/*"] })
  })

  it("says why an account could not be removed", async () => {
    const { send } = worker(storedAccount)
    const failing = (...[name, input]: Parameters<Send>) =>
      name === "removeAccount" ? Promise.resolve({ ok: false, error: errors.unavailable }) : send(name, input)
    render(<Accounts send={failing as Send} />)
    fireEvent.click(await screen.findByRole("button", { name: "Remove account" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await waitForText(/503/)
    expect(permissions.remove).not.toHaveBeenCalled()
  })

  it("says which account cannot be opened, and offers to set it up again or to remove it", async () => {
    const { of } = await open({ ...OF, kind: "", values: {}, hasSecret: {}, closed: errors.keyLost })
    expect(screen.getByRole("alert").textContent).toMatch(
      /^The account default cannot be opened: .*lost the key.*\.Enter/
    )
    expect(screen.getByLabelText<HTMLInputElement>(/^Day cap/).value).toBe("50")
    expect(within(screen.getByRole("region", { name: "Accounts" })).getByText("Cannot be opened")).toBeDefined()
    fireEvent.click(screen.getByRole("button", { name: "Remove account" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, remove" }))
    await waitForText(/The account default was removed/)
    expect(of("removeAccount").length).toBe(1)
    expect(document.body.textContent).not.toMatch(/cannot be opened/)
  })

  it("says when the worker cannot read the account", async () => {
    render(<Accounts send={() => Promise.resolve({ ok: false, error: errors.unavailable })} />)
    await waitForText(/503/)
  })
})

describe("a page that stays open", () => {
  const daily = () => screen.getByLabelText<HTMLInputElement>(/^Day cap/).value
  const changed = { ...storedAccount, values: { ...storedAccount.values, cap_day: "7" } }

  it("follows changes of another page: input is kept, and no older value overwrites a newer one", async () => {
    const { elsewhere, of } = await open(storedAccount, good)
    type(/^Profile site/, "people.example")
    elsewhere(changed)
    await vi.waitFor(() => expect(daily()).toBe("7"))
    save()
    await waitForText(/The account works/)
    expect(of("saveAccount")).toMatchObject([{ values: { cap_day: "7", profile_site: "people.example" } }])
  })

  it("follows changes again after it has saved", async () => {
    const { elsewhere } = await open(storedAccount, good)
    type(/^Day cap/, "20")
    save()
    await waitForText(/The account works/)
    await vi.waitFor(() => expect(daily()).toBe("20"))
    elsewhere(changed)
    await vi.waitFor(() => expect(daily()).toBe("7"))
  })

  it("keeps input that is entered after a save but before the saved account is read again", async () => {
    const { of } = await open(storedAccount, good, good)
    let give = () => {}
    permissions.remove.mockReturnValue(new Promise((resolve) => (give = () => resolve(true))))
    type(/^Base address/, "https://new.example/v1")
    type(/^API key/, "first")
    save()
    await waitForText(/The account works/)
    type(/^Day cap/, "33")
    type(/^API key/, "second")
    give()
    await vi.waitFor(() => expect(permissions.remove).toHaveBeenCalled())
    await new Promise((resolve) => setTimeout(resolve, 50))
    save()
    await vi.waitFor(() => expect(of("saveAccount")).toHaveLength(2))
    expect(of("saveAccount")[1]).toMatchObject({ values: { cap_day: "33", api_key: "second" } })
  })

  it("keeps what was entered if it cannot be read again, which saving then says", async () => {
    const { send, elsewhere } = worker(storedAccount)
    let isStopped = false
    const stopping = (...[name, input]: Parameters<Send>) =>
      isStopped ? Promise.resolve({ ok: false, error: errors.unavailable }) : send(name, input)
    render(<Accounts send={stopping as Send} />)
    await screen.findByRole("button", { name: "Save and check" })
    type(/^Profile site/, "people.example")
    isStopped = true
    elsewhere(changed)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe("people.example")
    save()
    await waitForText(/503/)
    expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe("people.example")
  })

  it("keeps what was entered for an account that was removed elsewhere, and makes no new account of it", async () => {
    const { elsewhere, of } = await open(storedAccount, good)
    type(/^Profile site/, "people.example")
    elsewhere(null)
    await waitForText(/The account default was removed/)
    const reads = of("accounts").length
    document.dispatchEvent(new Event("visibilitychange"))
    await vi.waitFor(() => expect(of("accounts").length).toBeGreaterThan(reads))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe("people.example")
    save()
    await vi.waitFor(() => expect(of("saveAccount")).toMatchObject([{ account: "default", isNew: false }]))
    fireEvent.click(screen.getByRole("button", { name: /^Connect|^Add/ }))
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Profile site/).value).toBe(""))
  })

  it("starts a new form if its account was removed elsewhere, and says so", async () => {
    const { elsewhere } = await open(storedAccount)
    elsewhere(null)
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Base address/).value).toBe(""))
    await waitForText(/The account default was removed/)
  })

  it("no longer says so once the account is saved again", async () => {
    const { elsewhere } = await open(storedAccount, good)
    elsewhere(null)
    await waitForText(/The account default was removed/)
    type(/^Base address/, "https://api.provider.example")
    type(/^API key/, "new")
    save()
    await vi.waitFor(() => expect(document.body.textContent).not.toMatch(/The account default was removed/))
  })

  it("can still save a new account if the one that it was to stand beside was removed elsewhere", async () => {
    const { elsewhere, of } = await open(storedAccount, good)
    fireEvent.click(screen.getByRole("button", { name: /^Add/ }))
    await waitForText(/New account/)
    elsewhere(null)
    await vi.waitFor(() => expect(screen.queryByText("New account")).toBeNull())
    type(/^Base address/, "https://api.provider.example")
    type(/^API key/, "new")
    save()
    await waitForText(/The account works/)
    expect(of("saveAccount")).toMatchObject([{ account: "default", isNew: true }])
  })

  it("no longer says so once another page has connected it again", async () => {
    const { elsewhere } = await open(storedAccount)
    elsewhere(null)
    await waitForText(/The account default was removed/)
    elsewhere(storedAccount)
    await vi.waitFor(() => expect(document.body.textContent).not.toMatch(/The account default was removed/))
  })
})

describe("what the form accepts", () => {
  const base = { base_url: "https://api.example", api_key: "k" }
  it.each([
    ["base_url", "https://api.example/v1", true],
    ["base_url", "http://localhost:4680", true],
    ["base_url", "http://127.0.0.1:4680/v1", true],
    ["base_url", "http://api.example", false],
    ["base_url", "https://user:pass@api.example", false],
    ["base_url", "https://api.example/?key=1", false],
    ["base_url", "https://api.example/ v1", false],
    ["base_url", "ftp://api.example", false],
    ["base_url", "api.example", false],
    ["cap_day", "0", true],
    ["cap_day", "12.5", true],
    ["cap_day", "-1", false],
    ["cap_day", "Infinity", false]
  ])("%s %s", (name, value, accepted) => {
    const problem = problems(fields, normalise(fields, { ...base, [name]: value }), null)
    expect(problem[name] === undefined).toBe(accepted)
  })
})

// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, expect, it, vi } from "vitest"

import type { AccountRef } from "../../../messaging/account.ts"
import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Reply, RequestName } from "../../../messaging/contract.ts"
import { storedAccount } from "../../../tests/samples/accounts.ts"
import { companyRecord, personRecord } from "../../../tests/samples/cards.ts"
import { errors } from "../../../tests/samples/failures.ts"
import type { AccountView, Connectable } from "../../accounts/requests.ts"
import type { HistoryRow } from "../requests.ts"
import { HistoryPage } from "./page.tsx"

const MIA: HistoryRow = { id: "1", record: personRecord, fetchedAt: "2026-11-21T00:00:00Z", checkedOn: null }
const KAURI: HistoryRow = { id: "2", record: companyRecord, fetchedAt: "2026-11-20T00:00:00Z", checkedOn: null }

const account = (name: string): AccountView => ({ ...storedAccount, account: name })
const damaged = (name: string): AccountView => ({ ...account(name), closed: errors.keyLost })

/** A worker with these accounts and what each has saved. */
const worker = (
  accounts: ReadonlyArray<AccountView>,
  saved: Readonly<Record<string, ReadonlyArray<HistoryRow>>>,
  facts: Partial<Connectable> = {},
  answersPerSubject = 1
) => {
  const requests: Array<readonly [RequestName, unknown]> = []
  const state = { accounts, saved }
  const replyTo = (name: RequestName, input: unknown): Reply<RequestName> => {
    const of = (input as AccountRef).account
    if (name === "accounts") {
      const plugins = [{ id: "salesdata", title: "Sales data", accountKinds: [], ...facts }]
      return { ok: true, output: { plugins, accounts: state.accounts } }
    }
    if (name === "history") {
      if (state.accounts.find((one) => one.account === of)?.closed !== undefined)
        return { ok: false, error: errors.keyLost }
      return { ok: true, output: { rows: state.saved[of] ?? [] } }
    }
    if (name !== "eraseHistory") throw new Error(`unexpected ${name}`)
    const { ids } = input as { readonly ids: ReadonlyArray<string> }
    state.saved = { ...state.saved, [of]: (state.saved[of] ?? []).filter(({ id }) => !ids.includes(id)) }
    return { ok: true, output: { answers: ids.length * answersPerSubject, credits: 0 } }
  }
  const send = async (name: RequestName, input: unknown) => {
    requests.push([name, input])
    const reply = replyTo(name, input)
    // As the worker does, after the page has the reply.
    setTimeout(() => tellChange({ inlay: name }, reply))
    return reply
  }
  return {
    send: send as unknown as Send,
    of: (name: RequestName) => requests.filter(([one]) => one === name).map(([, input]) => input),
    /** Simulates a change made by another page. */
    elsewhere: (name: RequestName, change: Partial<typeof state>) => {
      Object.assign(state, change)
      tellChange({ inlay: name }, { ok: true, output: null })
    }
  }
}

const open = (of: ReturnType<typeof worker>) => {
  const { container } = render(<HistoryPage send={of.send} />)
  return (text: RegExp) => vi.waitFor(() => expect(container.textContent).toMatch(text))
}
const choice = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Account" })
const choose = (name: string) => fireEvent.change(choice(), { target: { value: name } })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("starts with the first account that can be opened, and offers the others in every state", async () => {
  const ofCodeHost = { ...account("w"), plugin: "codehost" }
  const waitForText = open(worker([ofCodeHost, damaged("a"), account("b"), account("c")], { c: [MIA] }))
  await waitForText(/Nothing is saved yet/)
  expect([choice().value, ...[...choice().options].map(({ value }) => value)]).toEqual(["b", "a", "b", "c"])
  choose("c")
  expect(choice().value).toBe("c")
  await waitForText(/Mia Nguyen/)
  choose("a")
  await waitForText(/lost the key/)
  choose("c")
  await waitForText(/Mia Nguyen/)
})

it("starts with the account that was chosen in the popup, unless that cannot be opened", async () => {
  await open(worker([account("a"), account("b")], { b: [MIA] }, { chosen: "b" }))(/Mia Nguyen/)
  expect(choice().value).toBe("b")
  cleanup()
  await open(worker([damaged("a"), account("b")], { b: [MIA] }, { chosen: "a" }))(/Mia Nguyen/)
})

it("links a person to the profile, never to the company's site, and a company to its site", async () => {
  if (personRecord.of !== "person") throw new Error("the sample is a person")
  const record = { ...personRecord, fields: { ...personRecord.fields, profileUrl: null } }
  const rows = [{ ...MIA, record }, KAURI]
  await open(worker([account("a")], { a: rows }))(/Kauri/)
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["Kauri Foods Limited"])
})

it("says why the only account cannot be opened", async () => {
  await open(worker([damaged("a")], {}))(/lost the key/)
})

it("offers the settings if nothing is connected", async () => {
  const openOptionsPage = vi.fn<() => void>()
  vi.stubGlobal("chrome", { runtime: { openOptionsPage } })
  await open(worker([], {}))(/No account is connected/)
  fireEvent.click(screen.getByRole("button", { name: "Open settings" }))
  expect(openOptionsPage).toHaveBeenCalledOnce()
})

it("says where lookups through the hub are saved, beside what is saved here", async () => {
  await open(worker([], {}, { isThroughHub: true }))(/through the hub.*Activity/)
  expect(document.body.textContent).not.toMatch(/No account is connected|Nothing is saved yet/)
  cleanup()
  await open(worker([account("a")], { a: [] }, { isThroughHub: true }))(/through the hub.*Activity.*0 records/)
  cleanup()
  await open(worker([account("a")], { a: [MIA] }, { isThroughHub: true }))(/through the hub.*Activity.*Mia Nguyen/)
})

it("is read again when another page changes something, and stays at its account", async () => {
  const of = worker([account("a"), account("b")], { a: [KAURI], b: [MIA, KAURI] })
  const waitForText = open(of)
  await waitForText(/Kauri Foods/)
  choose("b")
  await waitForText(/2 records/)
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "kauri" } })
  of.elsewhere("forget", { saved: { b: [KAURI] } })
  await waitForText(/1 record(?!s)/)
  expect(choice().value).toBe("b")
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("kauri")
  of.elsewhere("removeAccount", { accounts: [account("a")], saved: { a: [MIA] } })
  await waitForText(/Mia Nguyen/)
})

it("draws 200 of many records until more are asked for, and counts, finds and deletes all of them", async () => {
  const many = Array.from({ length: 450 }, (_, n) => ({ ...MIA, id: `${n}` }))
  const of = worker([account("a")], { a: [...many, KAURI] })
  const waitForText = open(of)
  await waitForText(/451 records/)
  const drawn = () => screen.getAllByRole("row").length - 1
  expect(drawn()).toBe(200)
  fireEvent.click(screen.getByRole("button", { name: "Show 200 more" }))
  expect(drawn()).toBe(400)
  fireEvent.click(screen.getByRole("button", { name: "Show 51 more" }))
  expect([drawn(), screen.queryByRole("button", { name: /^Show/ })]).toEqual([451, null])
  fireEvent.change(screen.getByRole("combobox", { name: "Show" }), { target: { value: "person" } })
  await waitForText(/450 of 451 records/)
  fireEvent.click(screen.getByRole("button", { name: "Delete these" }))
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }))
  await waitForText(/450 records deleted\./)
})

it("shows the newest while the others are read, which are searched, saved and deleted once all are there", async () => {
  const parts = [{ rows: [MIA], until: 5 }, { rows: [KAURI], until: 3 }, { rows: [{ ...KAURI, id: "3" }] }]
  const reads: Array<unknown> = []
  const waiting: Array<() => void> = []
  const of = worker([account("a")], {})
  const send = (async (name: RequestName, input: unknown) => {
    if (name !== "history") return of.send(name, input as never)
    const output = parts[reads.push(input) - 1]
    if (reads.length > 1) await new Promise<void>((resolve) => waiting.push(resolve))
    return { ok: true, output }
  }) as Send
  const waitForText = open({ ...of, send })
  await waitForText(/1 record(?!s).*Reading more….*Mia Nguyen/)
  expect(screen.queryByRole("button", { name: /CSV|Delete these/ })).toBeNull()
  waiting[0]?.()
  await waitForText(/2 records.*Reading more….*Kauri/)
  waiting[1]?.()
  await waitForText(/3 records(?!.*Reading more)/)
  expect(screen.getAllByRole("button", { name: /CSV|Delete these/ })).toHaveLength(2)
  expect(reads).toEqual(
    [undefined, 5, 3].map((until) => ({ plugin: "salesdata", account: "a", ...(until && { until }) }))
  )
})

it("shows the newest first, also if a longer validity let an older one be read before", async () => {
  const of = worker([account("a")], {})
  const send = (async (name: RequestName, input: never) => {
    if (name !== "history") return of.send(name, input)
    return { ok: true, output: "until" in input ? { rows: [MIA] } : { rows: [KAURI], until: 5 } }
  }) as Send
  await open({ ...of, send })(/2 records/)
  expect(screen.getAllByRole("row")[1]?.textContent).toContain("Mia Nguyen")
})

it("keeps what it shows while it is read again, until as much is there", async () => {
  const of = worker([account("a")], { a: [MIA, KAURI] })
  let isChanged = false
  const send = (async (name: RequestName, input: unknown) => {
    if (name !== "history" || !isChanged) return of.send(name, input as never)
    if ("until" in (input as object)) return new Promise(() => {})
    return { ok: true, output: { rows: [MIA], until: 5 } }
  }) as Send
  const waitForText = open({ ...of, send })
  await waitForText(/2 records/)
  isChanged = true
  of.elsewhere("forget", {})
  await new Promise((resolve) => setTimeout(resolve, 50))
  await waitForText(/2 records/)
})

it("shows nothing of an account that another page removed while those of the next one are read", async () => {
  const of = worker([account("a"), account("b")], { a: [KAURI, { ...KAURI, id: "3" }, { ...KAURI, id: "4" }] })
  let isReading = false
  const send = (async (name: RequestName, input: unknown) => {
    if (name !== "history" || (input as AccountRef).account === "a") return of.send(name, input as never)
    if (isReading) return new Promise(() => {})
    isReading = true
    return { ok: true, output: { rows: [MIA], until: 5 } }
  }) as Send
  const waitForText = open({ ...of, send })
  await waitForText(/3 records.*Kauri/)
  of.elsewhere("removeAccount", { accounts: [account("b")] })
  await waitForText(/Mia Nguyen/)
  expect(screen.getAllByRole("row")).toHaveLength(2)
})

it.each([
  ["the rest of its records comes", { ok: true, output: { rows: [KAURI], until: 3 } }],
  ["it cannot be read", { ok: false, error: errors.storage }]
])(
  "shows nothing of an account once another is chosen, also if %s only then, and reads no more of it",
  async (_, late) => {
    const of = worker([account("a"), account("b")], { b: [MIA] })
    const rest = Promise.withResolvers<unknown>()
    const reads: Array<unknown> = []
    const send = (async (name: RequestName, input: AccountRef) => {
      if (name !== "history" || input.account !== "a") return of.send(name, input)
      reads.push(input)
      if (reads.length === 2) return rest.promise
      return { ok: true, output: reads.length === 1 ? { rows: [KAURI], until: 5 } : { rows: [] } }
    }) as unknown as Send
    const waitForText = open({ ...of, send })
    await waitForText(/Kauri/)
    choose("b")
    await waitForText(/Mia Nguyen/)
    rest.resolve(late)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await waitForText(/1 record(?!s).*Mia Nguyen/)
    expect([screen.queryByRole("alert"), screen.getAllByRole("row").length, reads.length]).toEqual([null, 2, 2])
  }
)

/** Deletes what is shown of the first account, which does not end before it is released. */
const deleteSlowly = async (accounts: ReadonlyArray<AccountView>) => {
  const of = worker(accounts, { a: [MIA, KAURI], b: [MIA] })
  let release = () => {}
  const send = (async (name: RequestName, input: never) => {
    if (name === "eraseHistory") await new Promise<void>((resolve) => (release = resolve))
    return of.send(name, input)
  }) as Send
  const waitForText = open({ ...of, send })
  await waitForText(/2 records/)
  fireEvent.click(screen.getByRole("button", { name: "Delete these" }))
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }))
  await waitForText(/Deleting…/)
  return { waitForText, release: () => release() }
}

it("says that it deletes: thousands of records take many seconds", async () => {
  const { waitForText, release } = await deleteSlowly([account("a")])
  expect(screen.queryByRole("button", { name: "Yes, delete" })).toBeNull()
  release()
  await waitForText(/2 records deleted\./)
})

it("does not say of an account that was chosen meanwhile how many records of the other one were deleted", async () => {
  const { waitForText, release } = await deleteSlowly([account("a"), account("b")])
  choose("b")
  await waitForText(/Mia Nguyen/)
  release()
  await vi.waitFor(() => expect(document.body.textContent).not.toMatch(/Deleting/))
  expect(screen.getByRole("status").textContent).toMatch(/^1 record$/)
})

it("deletes what is shown with one request, and is read again once", async () => {
  const of = worker([account("b"), account("a")], { a: [MIA, KAURI] }, { chosen: "a" })
  const waitForText = open(of)
  await waitForText(/2 records/)
  fireEvent.click(screen.getByRole("button", { name: "Delete these" }))
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }))
  await waitForText(/2 records deleted\..*Nothing is saved yet/)
  expect(of.of("eraseHistory")).toEqual([{ plugin: "salesdata", account: "a", ids: ["1", "2"] }])
  await vi.waitFor(() => expect(of.of("history")).toHaveLength(2))
  choose("b")
  await vi.waitFor(() => expect(document.body.textContent).not.toMatch(/records deleted/))
  await waitForText(/Nothing is saved yet/)
  expect(document.body.textContent).not.toMatch(/0 records|Nothing matches/)
})

it("asks about one record by its name, and removes it before the others are read again", async () => {
  const of = worker([account("a")], { a: [MIA, KAURI] })
  const readOnce = ((name: RequestName, input: never) =>
    name === "history" && of.of(name).length > 0 ? new Promise(() => {}) : of.send(name, input)) as Send
  const waitForText = open({ ...of, send: readOnce })
  await waitForText(/2 records/)
  fireEvent.click(screen.getByRole("button", { name: "Delete Mia Nguyen" }))
  await waitForText(/Delete Mia Nguyen\?/)
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }))
  await waitForText(/1 record deleted/)
  expect(screen.queryByText("Mia Nguyen")).toBeNull()
})

it("asks no more whether to delete once another account is chosen", async () => {
  const of = worker([account("a"), account("b")], { a: [KAURI], b: [MIA] })
  const waitForText = open(of)
  await waitForText(/1 record(?!s)/)
  fireEvent.click(screen.getByRole("button", { name: "Delete Kauri Foods Limited" }))
  await waitForText(/Delete Kauri Foods Limited\?/)
  choose("b")
  await waitForText(/Mia Nguyen/)
  expect(screen.queryByRole("button", { name: "Yes, delete" })).toBeNull()
})

it.each([
  [
    "another filter is chosen, which would leave the number of those before it",
    () => fireEvent.change(screen.getByRole("combobox", { name: "Show" }), { target: { value: "person" } })
  ],
  ["something is searched for", () => fireEvent.input(screen.getByRole("searchbox"), { target: { value: "mia" } })],
  [
    "another page has removed their account",
    (of: ReturnType<typeof worker>) => of.elsewhere("removeAccount", { accounts: [account("b")] })
  ]
])("asks no more whether to delete once %s", async (_, change) => {
  const of = worker([account("a"), account("b")], { a: [MIA, KAURI], b: [MIA] })
  const waitForText = open(of)
  await waitForText(/2 records/)
  fireEvent.click(screen.getByRole("button", { name: "Delete these" }))
  await waitForText(/Delete 2 records\?/)
  change(of)
  await waitForText(/1 (of 2 )?record/)
  expect(screen.queryByRole("button", { name: "Yes, delete" })).toBeNull()
})

it("says that nothing matches once all are there, and shows all again by a click", async () => {
  const of = worker([account("a")], {})
  const rest = Promise.withResolvers<void>()
  const send = (async (name: RequestName, input: never) => {
    if (name !== "history") return of.send(name, input)
    if (!("until" in input)) return { ok: true, output: { rows: [MIA], until: 5 } }
    await rest.promise
    return { ok: true, output: { rows: [] } }
  }) as Send
  const waitForText = open({ ...of, send })
  await waitForText(/Mia Nguyen/)
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "kauri ltd" } })
  await waitForText(/0 of 1 record.*Reading more…$/)
  rest.resolve()
  await waitForText(/Nothing matches this search/)
  fireEvent.click(screen.getByRole("button", { name: "Show all" }))
  await waitForText(/Mia Nguyen/)
})

it("saves as a file what is shown", async () => {
  const blobs: Array<Blob> = []
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  const waitForText = open(worker([account("a")], { a: [MIA, KAURI] }))
  await waitForText(/2 records/)
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "mia" } })
  fireEvent.click(screen.getByRole("button", { name: /CSV/ }))
  const lines = (await blobs[0]?.text())?.trim().split("\n") ?? []
  expect(lines.map((line) => line.split(",")[0])).toEqual(["Name", "Mia Nguyen"])
  vi.restoreAllMocks()
})

it("says why nothing was deleted", async () => {
  const of = worker([account("a")], { a: [MIA] })
  const send = (async (name: RequestName, input: never) =>
    name === "eraseHistory" ? { ok: false, error: errors.storage } : of.send(name, input)) as Send
  const waitForText = open({ ...of, send })
  await waitForText(/1 record(?!s)/)
  fireEvent.click(screen.getByRole("button", { name: "Delete Mia Nguyen" }))
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }))
  await waitForText(/storage is full/)
  fireEvent.click(screen.getByRole("button", { name: "Try again" }))
  await waitForText(/Mia Nguyen/)
})

it("says how many records were deleted, which are more than chosen if others name the person", async () => {
  const waitForText = open(worker([account("a")], { a: [MIA, KAURI] }, {}, 2))
  await waitForText(/2 records/)
  fireEvent.click(screen.getByRole("button", { name: "Delete Mia Nguyen" }))
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }))
  await waitForText(/2 records deleted/)
})

it("counts again what is shown once another filter is chosen after a deletion", async () => {
  const waitForText = open(worker([account("a")], { a: [MIA, KAURI] }))
  await waitForText(/2 records/)
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "mia" } })
  fireEvent.click(screen.getByRole("button", { name: "Delete these" }))
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }))
  await waitForText(/1 record deleted/)
  fireEvent.input(screen.getByRole("searchbox"), { target: { value: "" } })
  await waitForText(/1 record(?!s| deleted)/)
  expect(document.body.textContent).not.toMatch(/deleted/)
})

it("shows of each record who it is, how to reach them, and what must not be called; filters people and companies", async () => {
  const waitForText = open(worker([account("a")], { a: [MIA, KAURI] }))
  await waitForText(/2 records/)
  const cells = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.querySelectorAll("td")].slice(0, 2).map(({ textContent }) => textContent))
  const mia = [
    "Mia NguyenHead of Procurement · Kauri Foods Limited · Auckland, New Zealand",
    "mia.nguyen@kaurifoods.co.nz+64 9 555 0117do not call: +64\u00A021\u00A0555\u00A00142"
  ]
  const kauri = ["Kauri Foods LimitedAuckland, New Zealand", "+64 9 555 0100"]
  expect(cells()).toEqual([mia, kauri])
  // An address that is too long for its column continues at its @.
  expect([...document.querySelectorAll(".part")].map(({ textContent }) => textContent)).toContain("@kaurifoods.co.nz")
  const show = screen.getByRole("combobox", { name: "Show" })
  for (const [kind, rows] of [
    ["company", [kauri]],
    ["person", [mia]],
    ["all", [mia, kauri]]
  ] as const) {
    fireEvent.change(show, { target: { value: kind } })
    expect(cells()).toEqual(rows)
  }
})

it("calls somebody whom the provider does not name as the popup does", async () => {
  if (personRecord.of !== "person") throw new Error("not a person")
  const fields = { ...personRecord.fields, name: null, company: null }
  const waitForText = open(worker([account("a")], { a: [{ ...MIA, record: { ...personRecord, fields } }] }))
  await waitForText(/Unnamed person/)
  fireEvent.click(screen.getByRole("button", { name: "Delete Unnamed person" }))
  await waitForText(/Delete Unnamed person\?/)
})

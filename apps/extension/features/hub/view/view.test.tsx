// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import { onChange, tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import type { Reply, RequestName } from "../../../messaging/contract.ts"
import { errors } from "../../../tests/samples/failures.ts"
import { browserName } from "../browser-name.ts"
import type { HubState } from "../requests.ts"
import { HubPanel } from "./view.tsx"

const ORIGIN = "http://127.0.0.1:4670"
const NONE: HubState = { hub: null, problem: null, plugins: [] }
const PAIRED: HubState = {
  hub: { origin: ORIGIN, version: "1.2.3", name: "Chrome <b>on</b> Linux" },
  problem: null,
  plugins: [
    {
      plugin: "salesdata",
      title: "Sales data",
      way: "direct",
      isChoice: true,
      accountsHere: 1,
      accountsAtHub: ["hub:a", "hub:b"]
    },
    {
      plugin: "analytics",
      title: "Web analytics",
      way: "hub",
      isChoice: false,
      accountsHere: 0,
      accountsAtHub: ["hub:site"]
    }
  ]
}

const request = vi.fn<(asked: object) => Promise<boolean>>()
const remove = vi.fn<(asked: object) => Promise<boolean>>()
beforeEach(() => {
  request.mockReset().mockResolvedValue(true)
  remove.mockReset().mockResolvedValue(true)
  vi.stubGlobal("chrome", { permissions: { request, remove } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (
  state: HubState,
  replies: { readonly [N in RequestName]?: Reply<N> | (() => Promise<Reply<N>>) } = {}
) => {
  let now = state
  const messages: Array<readonly [RequestName, unknown]> = []
  const send = (name: RequestName, input: unknown) => {
    messages.push([name, input])
    const spending = { today: 3, unknownCharges: [] }
    const answer = replies[name]
    if (typeof answer === "function") return answer()
    const reply: Reply<RequestName> = answer ?? {
      ok: true,
      output: { hub: now, spending, originsInUse: { origins: [] } }[name as "hub"] ?? null
    }
    if (name === "pairHub" && reply.ok) now = PAIRED
    if (name === "unpairHub" && reply.ok) now = NONE
    return Promise.resolve(reply)
  }
  render(<HubPanel send={send as Send} />)
  return {
    of: (name: RequestName) => messages.filter(([asking]) => asking === name).map(([, input]) => input),
    /** Simulates a change made by another page. */
    elsewhere: (change: HubState) => {
      now = change
      tellChange({ inlay: "pairHub" }, { ok: true, output: null })
    }
  }
}

const fill = async (address: string, code: string) => {
  fireEvent.input(await screen.findByLabelText("Address of the hub"), { target: { value: address } })
  fireEvent.input(screen.getByLabelText("Pairing code"), { target: { value: code } })
  fireEvent.click(screen.getByRole("button", { name: "Pair" }))
}

describe("the hub's part of the options", () => {
  it("asks the browser for the hub's address in the click, pairs, and shows which plugins run through it", async () => {
    const { of } = open(NONE)
    await fill(` ${ORIGIN}/ `, " abcd-efgh ")
    expect(screen.queryByText("Pair again")).toBeNull()
    expect(request).toHaveBeenCalledWith({ origins: [`${ORIGIN}/*`] })
    expect(await screen.findByText("Paired with 127.0.0.1:4670, version 1.2.3.")).toBeTruthy()
    expect(of("pairHub")).toEqual([{ address: ORIGIN, code: "abcd-efgh", browser: browserName(navigator.userAgent) }])
    expect(screen.getByText(/looked up both ways is paid twice/)).toBeTruthy()
    expect(screen.getByText(/Chrome <b>on<\/b> Linux/)).toBeTruthy()
  })

  it.each([
    ["http://hub.example", "x", /Enter it as “inlay serve” prints it/],
    ["https://hub.example/path", "x", /without user name and path/],
    ["", "x", /Needed to pair/],
    [ORIGIN, " ", /Needed to pair/]
  ])("sends nothing for %s with the code %j", async (address, code, words) => {
    const { of } = open(NONE)
    await fill(address, code)
    expect(screen.getByText(words)).toBeTruthy()
    expect(request).not.toHaveBeenCalled()
    expect(of("pairHub")).toEqual([])
  })

  it("has the browser ask before an address or a code that was entered is lost", async () => {
    const isAsked = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }))
    open(NONE)
    const code = await screen.findByLabelText("Pairing code")
    expect(isAsked()).toBe(false)
    fireEvent.input(code, { target: { value: "ABCD" } })
    expect(isAsked()).toBe(true)
    fireEvent.input(code, { target: { value: "" } })
    expect(isAsked()).toBe(false)
    await fill(ORIGIN, "ABCD-EFGH")
    await vi.waitFor(() => expect(isAsked()).toBe(false))
    expect(screen.getByText(/^Paired with/)).toBeTruthy()
  })

  it("sends nothing without the browser's permission", async () => {
    request.mockResolvedValue(false)
    const { of } = open(NONE)
    await fill(ORIGIN, "x")
    expect(await screen.findByText(/may not reach 127\.0\.0\.1:4670 yet/)).toBeTruthy()
    expect(of("pairHub")).toEqual([])
  })

  it("says what is wrong with a code, and keeps the input", async () => {
    const own = { is: "hub", why: "codeUsed", origin: ORIGIN } as const
    const error = { reason: "Conflict", what: "", own } as const
    open(NONE, { pairHub: { ok: false, error } })
    await fill(ORIGIN, "ABCD-EFGH")
    expect(await screen.findByText(/has already been used\. Get a new code/)).toBeTruthy()
    expect(remove).toHaveBeenCalledExactlyOnceWith({ origins: [`${ORIGIN}/*`] })
    expect(screen.getByLabelText<HTMLInputElement>("Pairing code").value).toBe("ABCD-EFGH")
  })

  it("stores how a plugin runs as soon as it is chosen; a plugin without a choice says so", async () => {
    const { of } = open(PAIRED)
    fireEvent.click(await screen.findByLabelText(/Through the hub.*2 accounts at the hub/s))
    expect(await screen.findByText("Stored")).toBeTruthy()
    expect(of("chooseWay")).toEqual([{ plugin: "salesdata", way: "hub" }])
    expect(await screen.findByText("a: 3 credits today, from this browser")).toBeTruthy()
    expect(screen.getByText(/Through the hub only · 1 account at the hub/)).toBeTruthy()
  })

  it("shows the way that is stored after two choices that could not be", async () => {
    const answers: Array<(reply: Reply<"chooseWay">) => void> = []
    open(PAIRED, { chooseWay: () => new Promise((answer) => answers.push(answer)) })
    const [here, atHub] = await screen.findAllByRole<HTMLInputElement>("radio")
    const choose = (way: HTMLInputElement | undefined) => way && fireEvent.click(way)
    const fail = () => answers.shift()?.({ ok: false, error: errors.storage })
    choose(atHub)
    choose(here)
    fail()
    fail()
    await screen.findByText(/storage is full/)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([here?.checked, atHub?.checked]).toEqual([true, false])
    choose(atHub)
    answers.shift()?.({ ok: true, output: null })
    await screen.findByText("Stored")
    choose(here)
    fail()
    await vi.waitFor(() => expect([here?.checked, atHub?.checked]).toEqual([false, true]))
  })

  it("ends the pairing after a confirmation, and revokes the browser's permission", async () => {
    open(PAIRED, { unpairHub: { ok: true, output: { isRevoked: false } } })
    fireEvent.click(await screen.findByRole("button", { name: "End the pairing" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, end it" }))
    expect(await screen.findByText(/The hub was not informed: revoke this browser there/)).toBeTruthy()
    expect(remove).toHaveBeenCalledWith({ origins: [`${ORIGIN}/*`] })
  })

  it("no longer says that the pairing has ended once another page has paired again", async () => {
    const { elsewhere } = open(PAIRED, { unpairHub: { ok: true, output: { isRevoked: true } } })
    fireEvent.click(await screen.findByRole("button", { name: "End the pairing" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, end it" }))
    expect(await screen.findByText("The pairing has ended.")).toBeTruthy()
    elsewhere(PAIRED)
    expect(await screen.findByText(/^Paired with/)).toBeTruthy()
    expect(screen.queryByText("The pairing has ended.")).toBeNull()
  })

  it("stays ended, although a slow answer comes later that is from before the end", async () => {
    const own = { is: "hub", why: "gone", origin: ORIGIN } as const
    const problem = { reason: "Transport", what: "", own } as const
    const slow = Promise.withResolvers<Reply<"hub">>()
    const paired: Reply<"hub"> = { ok: true, output: { ...PAIRED, problem } }
    const hubReplies = [Promise.resolve(paired), slow.promise]
    const spending = { today: 0, unknownCharges: [] }
    const outputs = { spending, originsInUse: { origins: [] }, hub: NONE, unpairHub: { isRevoked: true } }
    const send = (name: RequestName) =>
      (name === "hub" ? hubReplies.shift() : undefined) ??
      Promise.resolve({ ok: true, output: outputs[name as keyof typeof outputs] ?? null })
    render(<HubPanel send={send as Send} />)
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }))
    fireEvent.click(screen.getByRole("button", { name: "End the pairing" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, end it" }))
    expect(await screen.findByText("The pairing has ended.")).toBeTruthy()
    await vi.waitFor(() => expect(screen.queryByText(/^Paired with/)).toBeNull())
    slow.resolve(paired)
    await slow.promise
    // The panel draws what it has been sent in a task after this one.
    await new Promise((resolve) => setTimeout(resolve))
    expect(screen.queryByText(/^Paired with/)).toBeNull()
  })

  it("keeps the browser's permission if something else needs it", async () => {
    open(PAIRED, {
      unpairHub: { ok: true, output: { isRevoked: true } },
      originsInUse: { ok: true, output: { origins: [ORIGIN] } }
    })
    fireEvent.click(await screen.findByRole("button", { name: "End the pairing" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, end it" }))
    expect(await screen.findByText("The pairing has ended.")).toBeTruthy()
    expect(remove).not.toHaveBeenCalled()
  })

  it("gives back the permission for the hub of before when paired with another", async () => {
    const own = { is: "hub", why: "gone", origin: "https://hub.example" } as const
    const problem = { reason: "Transport", what: "", own } as const
    const hub = { origin: "https://hub.example", version: "1.2.3", name: "Chrome" }
    open({ ...PAIRED, hub, problem })
    await screen.findByText("Pair again")
    await fill(ORIGIN, "ABCD-EFGH")
    await screen.findByText(/Paired with 127\.0\.0\.1:4670/)
    expect(remove).toHaveBeenCalledExactlyOnceWith({ origins: ["https://hub.example/*"] })
  })

  it("asks in the click for a permission that was taken away, without pairing again", async () => {
    const own = { is: "hostDenied", origin: ORIGIN } as const
    const problem = { reason: "Refused", what: "", own } as const
    const { of } = open({ ...PAIRED, problem })
    const allow = await screen.findByRole("button", { name: "Allow requests to 127.0.0.1:4670" })
    expect(screen.queryByLabelText("Pairing code")).toBeNull()
    const elsewhere = vi.fn<() => void>()
    const stop = onChange(elsewhere)
    fireEvent.click(allow)
    expect(request).toHaveBeenCalledExactlyOnceWith({ origins: [`${ORIGIN}/*`] })
    await vi.waitFor(() => expect(of("hub")).toHaveLength(2))
    // Other sections and pages could not reach the hub either.
    await vi.waitFor(() => expect(elsewhere).toHaveBeenCalledOnce())
    stop()
    expect(of("pairHub")).toEqual([])
  })

  it("says why the hub cannot be used now, beside the known facts about it", async () => {
    const own = { is: "hub", why: "newer", origin: ORIGIN } as const
    const problem = { reason: "Unauthorized", what: "", own } as const
    open({ ...PAIRED, problem })
    expect(await screen.findByText(/is newer than this extension\. .*Update the extension/)).toBeTruthy()
    expect(screen.getByText(/Paired with/)).toBeTruthy()
    // The user can pair again, at the same address.
    expect(screen.getByLabelText<HTMLInputElement>("Address of the hub").value).toBe(ORIGIN)
  })

  it("tries again by a click what failed, and only where that can help", async () => {
    const own = { is: "hub", why: "gone", origin: ORIGIN } as const
    const problem = { reason: "Transport", what: "", own } as const
    const { of } = open({ ...PAIRED, problem })
    expect(await screen.findByText(/does not answer/)).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await vi.waitFor(() => expect(of("hub")).toHaveLength(2))
    cleanup()
    open({ ...PAIRED, problem: { ...problem, reason: "Unauthorized", own: { ...own, why: "revoked" } } })
    await screen.findByText(/Paired with/)
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull()
  })
})

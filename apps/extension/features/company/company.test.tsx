// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"

import type { Send } from "../../messaging/client.ts"
import { failure, hubProblem, PAGE, siteWorker, stubBrowser } from "../../tests/samples/site.ts"
import { isOf, refuse } from "./code.ts"
import { isWith } from "./known-people.ts"
import { About } from "./view/about.tsx"
import { Code } from "./view/code.tsx"
import { KnownPeople } from "./view/known-people.tsx"

type Json = Readonly<Record<string, unknown>>

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const ACME = {
  login: "acme",
  html_url: "https://code.example/acme",
  public_repos: 12,
  blog: "https://www.acme.example/about",
  email: null
}
const REPOSITORIES = [
  { language: "Rust", pushed_at: "2026-11-20T10:00:00Z" },
  { language: "TypeScript", pushed_at: "2026-11-22T09:48:00Z" },
  { language: "TypeScript", pushed_at: "2026-11-01T10:00:00Z" },
  { language: null, pushed_at: null }
]

/** @param over answers or failures of endpoints that replace the usual ones */
const codeHost = (over: Json = {}, names: ReadonlyArray<string> | "gone" = ["hub:work"]) => {
  const endpoints: Array<string> = []
  const usual: Json = { "/orgs/acme": ACME, "/orgs/acme/repos?sort=pushed&per_page=20": REPOSITORIES }
  const send = ((name: string, { input }: { readonly input?: { readonly endpoint: string } }) => {
    if (name === "accountNames") {
      const reply = names === "gone" ? { ok: false, error: hubProblem("gone") } : { ok: true, output: { names } }
      return Promise.resolve(reply)
    }
    const endpoint = input?.endpoint ?? ""
    endpoints.push(endpoint)
    const body = (Object.hasOwn(over, endpoint) ? over : usual)[endpoint]
    return Promise.resolve(
      body === undefined || (typeof body === "object" && body !== null && "reason" in body)
        ? { ok: false, error: body ?? failure({ reason: "NotFound", what: "There is none." }) }
        : { ok: true, output: { status: 200, headers: {}, body } }
    )
  }) as unknown as Send
  return { send, endpoints }
}

const openCode = (host: ReturnType<typeof codeHost>, domain = "acme.example") => {
  const onSent = vi.fn<() => void>()
  const onSettings = vi.fn<() => void>()
  const now = Date.parse("2026-11-22T10:00:00Z")
  const { container } = render(<Code send={host.send} {...{ domain, now, onSent, onSettings }} />)
  return { onSent, onSettings, container, text: () => container.textContent }
}

const look = async () => fireEvent.click(await screen.findByRole("button", { name: "Look for their code" }))

describe("a company's code", () => {
  it("is looked for only after a click, which says what is sent to whom", async () => {
    const host = codeHost()
    const { onSent, text } = openCode(host)
    await screen.findByText("Free. Sends the name acme to the code host, as work.")
    expect(host.endpoints).toEqual([])
    expect(onSent).not.toHaveBeenCalled()
    await look()
    await screen.findByRole("link", { name: "acme: 12 public repositories" })
    expect(text()).toContain("TypeScript · Rust · last push 12 minutes ago")
    expect(host.endpoints).toHaveLength(2)
    expect(onSent).toHaveBeenCalledTimes(1)
  })

  it("that is not theirs is not shown again until the user asks for it", async () => {
    const host = codeHost()
    openCode(host)
    await look()
    fireEvent.click(await screen.findByRole("button", { name: "Not theirs?" }))
    cleanup()
    refuse("other.example")
    openCode(host)
    await screen.findByText(/this name at the code host is not theirs/)
    expect(screen.queryByRole("button", { name: "Look for their code" })).toBeNull()
    fireEvent.click(screen.getByRole("button", { name: "Look again" }))
    await look()
    await screen.findByRole("link", { name: /acme/ })
    cleanup()
    openCode(host)
    await screen.findByRole("button", { name: "Look for their code" })
  })

  it("that is not theirs is gone until the popup closes, also if storage is full", async () => {
    openCode(codeHost())
    await look()
    const button = await screen.findByRole("button", { name: "Not theirs?" })
    const setItem = () => {
      throw new Error("full")
    }
    vi.stubGlobal("localStorage", { getItem: () => null, setItem })
    onTestFinished(() => void vi.unstubAllGlobals())
    fireEvent.click(button)
    await screen.findByText(/this name at the code host is not theirs/)
    fireEvent.click(screen.getByRole("button", { name: "Look again" }))
    await screen.findByRole("button", { name: "Look for their code" })
  })

  it.each([
    ["no organisation has the name", { "/orgs/acme": undefined }],
    ["the organisation names another site", { "/orgs/acme": { ...ACME, blog: "https://acme.other.example" } }],
    ["the organisation names none", { "/orgs/acme": { ...ACME, blog: "" } }]
  ])("is not shown if %s", async (_, over) => {
    const host = codeHost(over)
    openCode(host)
    await look()
    await screen.findByText("No organisation acme there lists acme.example as its domain.")
    expect(host.endpoints).toEqual(["/orgs/acme"])
  })

  it.each([
    ["a failure", failure({ reason: "Forbidden", what: "The token may not." }), "The token may not."],
    ["another shape", { login: 1 }, "The answer has an unexpected format"]
  ])("reports %s", async (_, body, words) => {
    openCode(codeHost({ "/orgs/acme": body }))
    await look()
    await screen.findByText(new RegExp(words))
  })

  it("sends nothing for a domain that leads elsewhere than to an organisation", async () => {
    const host = codeHost()
    openCode(host, "acme/repos?q=.example")
    await look()
    await screen.findByText(/No organisation/)
    expect(host.endpoints).toEqual([])
  })

  it.each(["/orgs/acme", "/orgs/acme/repos?sort=pushed&per_page=20"])(
    "can be looked for again after a failure of %s",
    async (endpoint) => {
      const over: Record<string, unknown> = { [endpoint]: failure({ what: "The service has a problem." }) }
      openCode(codeHost(over))
      await look()
      await screen.findByText(/has a problem/)
      expect(screen.getAllByRole("button")).toHaveLength(1)
      delete over[endpoint]
      fireEvent.click(screen.getByRole("button", { name: "Try again" }))
      await screen.findByRole("link", { name: /acme/ })
      expect(screen.queryByText(/has a problem/)).toBeNull()
    }
  )

  it("that a right is missing for leads to the settings", async () => {
    const { onSettings } = openCode(codeHost({ "/orgs/acme": failure({ reason: "Forbidden" }) }))
    await look()
    fireEvent.click(await screen.findByRole("button", { name: "Open settings" }))
    expect(onSettings).toHaveBeenCalledOnce()
  })

  it.each([
    ["no account is connected", codeHost({}, [])],
    ["the hub is gone", codeHost({}, "gone")]
  ])("has no section if %s", async (_, host) => {
    const { container } = openCode(host)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(container.textContent).toBe("")
  })

  it.each([
    [{ blog: "acme.example", email: null }, true],
    [{ blog: "https://shop.acme.example/x", email: null }, true],
    [{ blog: null, email: "hello@acme.example" }, true],
    [{ blog: "https://WWW.Acme.example", email: null }, true],
    [{ blog: null, email: "Hello@Acme.Example" }, true],
    [{ blog: "https://acme.example.evil.example", email: null }, false],
    [{ blog: "https://notacme.example", email: "a@notacme.example" }, false],
    [{ blog: "https://code.example/acme.example", email: "" }, false],
    [{ blog: undefined, email: undefined }, false]
  ])("belongs to the company that it names: %j", (organisation, is) =>
    expect(isOf(organisation, "acme.example")).toBe(is)
  )
})

const person = (name: string, over: Json = {}) => ({
  of: "person",
  fields: {
    name,
    jobTitle: "Buyer",
    emails: [],
    company: { domain: "www.ACME.example" },
    profileUrl: `https://network.example/in/${name}`,
    ...over
  }
})

const ignore = () => undefined
const AboutSite = (
  props: Pick<Parameters<typeof About>[0], "tab" | "domain" | "isOnSite"> & { onPeople?: () => void }
) => (
  <About
    of={{ plugin: "salesdata", account: "default", tabId: 7, subject: "" }}
    now={0}
    onSettings={ignore}
    onPeople={ignore}
    onSent={ignore}
    {...props}
  />
)

describe("the search for people of a company", () => {
  it.each([
    [3, /Find people by role…Costs up to 3 credits/],
    [null, /Find people by role…Price not known/]
  ])("says its price before it is opened by a click: %s", async (upTo, text) => {
    const send = ((name: string) =>
      Promise.resolve(
        name === "peoplePrice" ? { ok: true, output: { upTo } } : { ok: false, error: hubProblem("gone") }
      )) as unknown as Send
    const onPeople = vi.fn<() => void>()
    const { container } = render(
      <AboutSite tab={{ address: "", tabId: 7, send }} domain="acme.example" isOnSite={false} onPeople={onPeople} />
    )
    await waitFor(() => expect(container.textContent).toMatch(text))
    expect(onPeople).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole("button", { name: /^Find people/ }))
    expect(onPeople).toHaveBeenCalledOnce()
  })
})

it.each([true, false])("the traffic of a site is shown on the company's own site alone: %s", async (isOnSite) => {
  stubBrowser()
  const { send, asked } = siteWorker()
  render(<AboutSite tab={{ address: PAGE, tabId: 7, send }} domain="estuary-vineyards.example" isOnSite={isOnSite} />)
  if (isOnSite) await screen.findByText(/users in 28 days/)
  else await new Promise((resolve) => setTimeout(resolve, 20))
  expect(asked.length > 0).toBe(isOnSite)
  vi.unstubAllGlobals()
})

describe("people known at a company", () => {
  const openPeople = (...records: ReadonlyArray<ReadonlyArray<unknown>>) => {
    const parts = records.map((part) =>
      part.map((record, id) => ({ id: String(id), record, fetchedAt: "2026-11-20T00:00:00Z", checkedOn: null }))
    )
    const accounts = [
      { plugin: "salesdata", account: "default" },
      { plugin: "salesdata", account: "damaged", closed: {} },
      { plugin: "codehost", account: "work" }
    ]
    const messages: Array<unknown> = []
    const send = ((name: string, input: unknown) => {
      if (name === "accounts") return Promise.resolve({ ok: true, output: { plugins: [], accounts } })
      messages.push([name, input])
      const part = parts[messages.length - 1]
      return Promise.resolve({ ok: true, output: { rows: part, ...(messages.length < parts.length && { until: 1 }) } })
    }) as unknown as Send
    const { container } = render(<KnownPeople send={send} domain="acme.example" />)
    return { messages, container }
  }

  it("are listed once each, with a link, from saved records only", async () => {
    const others = [
      person("Zoe", { company: { domain: "other.example" } }),
      { of: "company", fields: { name: "Acme" } }
    ]
    const { messages, container } = openPeople([person("Ann"), person("Bob"), person("Cat"), person("Ann"), ...others])
    await screen.findByText("3 people you already know here")
    await screen.findByText("Ann, Bob, …")
    expect([...container.querySelectorAll("a")].map(({ href }) => href)).toEqual(
      ["Ann", "Bob", "Cat"].map((name) => `https://network.example/in/${name}`)
    )
    expect(messages).toEqual([["history", { plugin: "salesdata", account: "default" }]])
  })

  it("are found in every part of the history", async () => {
    openPeople([person("Ann")], [person("Bob")])
    await screen.findByText("Ann and Bob")
  })

  it("are listed without a link or a name, too", async () => {
    openPeople([person("Ann"), person("Bob", { name: null, profileUrl: null })])
    await screen.findByText("2 people you already know here")
    await screen.findByText("Ann and No name")
  })

  it("are distinguished by their addresses if they have no profile", async () => {
    const ofAddress = (name: string, value: string) =>
      person(name, { profileUrl: null, company: null, emails: [{ value: `${value}@acme.example` }] })
    openPeople([ofAddress("Ann", "ann"), ofAddress("Ann", "ann.lee"), ofAddress("Ann", "ann")])
    await screen.findByText("2 people you already know here")
  })

  it("are not shown if there are none", async () => {
    const { messages, container } = openPeople([])
    await waitFor(() => expect(messages).toHaveLength(1))
    expect(container.textContent).toBe("")
  })

  it.each([
    [{ company: null, emails: [{ value: "ann@acme.example" }] }, true],
    [{ company: null, emails: [{ value: "Ann@Acme.example" }] }, true],
    [{ company: { domain: null }, emails: [{ value: "ann@notacme.example" }] }, false]
  ])("are also found by their addresses at the company: %j", (fields, is) =>
    expect(isWith(fields as never, "acme.example")).toBe(is)
  )
})

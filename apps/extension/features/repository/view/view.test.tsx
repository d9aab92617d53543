// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact"
import { describe, expect, it, vi } from "vitest"

import {
  ADDRESS,
  DIRECT,
  facts,
  watched,
  run,
  limit,
  failure,
  page,
  open,
  createTab,
  part,
  textOf,
  withBrowser
} from "../../../tests/samples/repository.tsx"

withBrowser()

describe("a repository", () => {
  it("shows its branch, its last push and the account's login", async () => {
    open()
    await screen.findByText("main · pushed 12 minutes ago · as mona")
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("acme/widgets")
  })

  it("lists what is waiting: failed runs of the default branch, reviews and mentions, each once", async () => {
    open()
    const needs = await part("Needs you")
    await needs.findByText("build failed on main")
    needs.getByText("Review requested: Fix typos")
    needs.getByText("Mentioned in Widgets squeak")
    expect(needs.queryByText(/other failed/)).toBeNull()
    expect(needs.getByLabelText("3 items waiting").textContent).toBe("3")
    const link = needs.getByText("Mentioned in Widgets squeak").closest("a")
    expect(link?.getAttribute("href")).toBe(`${ADDRESS}/issues/7`)
  })

  it("shows runs under way first, with their time, and links all of them", async () => {
    open()
    const runs = await part("Runs")
    const lines = runs.getAllByRole("listitem").map((line) => textOf(line))
    expect(lines[0]).toMatch(/deploy #77.*running 1:42/)
    expect(lines[1]).toMatch(/build #412.*failed\. 5 minutes ago/)
    expect(runs.getByRole("link", { name: /^All/ }).getAttribute("href")).toBe(`${ADDRESS}/actions`)
  })

  it("leaves out the runs on a page that shows them", async () => {
    open({ repositoryPage: { ...page(DIRECT), shows: ["runs"] } })
    await part("Needs you")
    expect(screen.queryByRole("region", { name: "Runs" })).toBeNull()
  })

  it("shows the rest of the rate limit, and warns if it is low", async () => {
    open({ repositoryLimit: { limit: { ...limit, left: 12 } } })
    const left = await screen.findByText("12 of 5,000 left")
    expect(left.className).toBe("stale")
    screen.getByText(/^full again at /)
  })

  it("opens nothing outside the page's own origin, whatever the service returns", async () => {
    const evil = run(9, { url: "https://evil.example/run" })
    const script = run(8, { url: "javascript:alert(1)" })
    const { container } = open({
      repositoryRuns: { newest: [evil, script], failed: [] },
      repositoryAsked: { reviews: [], mentions: [] }
    })
    await part("Runs")
    const hosts = [...container.querySelectorAll("a")].map(({ href }) => new URL(href).origin)
    expect(new Set(hosts)).toEqual(new Set(["https://github.com"]))
  })

  it("says so if nothing is waiting and nothing has run", async () => {
    open({ repositoryRuns: { newest: [], failed: [] }, repositoryAsked: { reviews: [], mentions: null } })
    await screen.findByText("Nothing is waiting for you.")
    await screen.findByText(/This token cannot read notifications/)
    await screen.findByText("No workflow has run here yet.")
  })
})

describe("what cannot be shown", () => {
  it("shows that it is loading, part by part", async () => {
    const { container } = open({ repositoryRuns: undefined, repositoryAsked: undefined, watched: undefined })
    await screen.findByText("main · pushed 12 minutes ago · as mona")
    expect(container.querySelectorAll("section[aria-busy=true]")).toHaveLength(2)
  })

  it("says below the name that it is loading until the facts are there, so that nothing moves", async () => {
    open({ repositoryFacts: undefined })
    await screen.findByText("Needs you")
    screen.getByText("Reading the repository…")
  })

  it("is reported once, with a link to the settings, if the token is refused everywhere", async () => {
    const refused = failure({})
    const answers = { repositoryRuns: refused, repositoryAsked: refused, repositoryLimit: refused }
    const { container } = open({ repositoryFacts: refused, ...answers })
    await screen.findByText(/The service rejected/)
    await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(1))
    const alert = screen.getByRole("alert")
    expect(alert.textContent).toMatch(/The service rejected the account's token\. Create a new key/)
    expect(container.querySelector("footer")).toBeNull()
    fireEvent.click(within(alert).getByRole("button", { name: "Check the key" }))
    expect(createTab).toHaveBeenCalledWith({ url: "chrome-extension://id/options.html#codehost" })
  })

  it.each([
    { to: "grant", needs: "the permission actions: read" },
    { to: "ask", whom: "administrator", needs: "the permission actions: read" }
  ] as const)(
    "names the right that a token lacks once, in the part that needs it, and shows the rest",
    async (remedy) => {
      const what = "The account's token lacks a right for this call."
      open({ repositoryRuns: failure({ reason: "Forbidden", what, remedy, needs: remedy.needs }) })
      const needs = await part("Needs you")
      const said = (await needs.findByRole("alert")).textContent
      expect(said).toMatch(/lacks a right/)
      expect(said.match(/the permission actions: read/g)).toHaveLength(1)
      // What is asked of the user does not depend on the runs.
      await needs.findByText("Review requested: Fix typos")
      screen.getByText("main · pushed 12 minutes ago · as mona")
      screen.getByText("4,871 of 5,000 left")
    }
  )

  it("that the account cannot see is one sentence with a next step, and offers no changes", async () => {
    const unseen = { reason: "NotFound", remedy: { to: "checkNames", hidden: "the scope repo" } } as const
    open({
      repositoryFacts: failure({ ...unseen, what: "Nothing was found at /repos/acme/widgets." }),
      repositoryRuns: failure({ ...unseen, what: "There are no runs." }),
      repositoryAsked: failure({ ...unseen, what: "The service rejected the input." })
    })
    await screen.findByText(/of 5,000 left/)
    const alert = screen.getByRole("alert")
    expect(alert.textContent).toMatch(
      /The account \w+ does not see this repository\. Check its token and the token's rights\. Needed: the scope repo\./
    )
    fireEvent.click(within(alert).getByRole("button", { name: "Open settings" }))
    expect(createTab).toHaveBeenCalledWith({ url: "chrome-extension://id/options.html#codehost" })
    expect(screen.queryByRole("button", { name: /Star|Run workflow|Watch from here/ })).toBeNull()
  })

  it("says when a used-up limit ends", async () => {
    const { answers } = open({
      repositoryFacts: failure({
        reason: "RateLimited",
        what: "The rate limit is used up.",
        remedy: undefined as never,
        retryAfterSeconds: 600
      })
    })
    const alert = await screen.findByRole("alert")
    expect(alert.textContent).toMatch(/The rate limit is used up\. Try again in 10 minutes\./)
    Object.assign(answers, { repositoryFacts: facts })
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }))
    await screen.findByText("main · pushed 12 minutes ago · as mona")
    expect(screen.queryByRole("alert")).toBeNull()
  })

  it("replaces the whole page if the hub is gone, and recovers with it", async () => {
    const gone = failure({
      own: { is: "hub", why: "gone", origin: "http://127.0.0.1:4670" },
      reason: "Transport",
      remedy: undefined as never
    })
    const { answers } = open({ repositoryPage: gone })
    const alert = await screen.findByRole("alert")
    expect(alert.textContent).toMatch(/The hub at http:\/\/127\.0\.0\.1:4670 does not answer/)
    Object.assign(answers, { repositoryPage: page(DIRECT) })
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }))
    await screen.findByText("main · pushed 12 minutes ago · as mona")
  })

  it("is empty elsewhere, and offers to connect on the public service", async () => {
    const { onNothing } = open({ repositoryPage: { state: "elsewhere" } })
    await waitFor(() => expect(onNothing).toHaveBeenLastCalledWith(expect.stringMatching(/repository/)))
    cleanup()
    open({ repositoryPage: { state: "notConnected", name: "acme/widgets" } })
    fireEvent.click(await screen.findByRole("button", { name: "Connect an account" }))
    expect(createTab).toHaveBeenCalledWith({ url: "chrome-extension://id/options.html#codehost" })
  })
})

it("sends one request a minute while nothing happens, and reads what this browser has seen since", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  try {
    const { asked, answers, changes } = open({ watched: { ...watched, isWatched: true } })
    await screen.findByText("build failed on main")
    await screen.findByText("Nothing new so far.")
    const { length: before } = asked
    const issue = {
      id: "1",
      kind: "issue",
      title: "It squeaks",
      number: 43,
      by: "ada",
      url: "",
      at: "2026-11-23T13:44:00Z"
    }
    Object.assign(answers, { watched: { ...watched, isWatched: true, seen: [issue] } })
    vi.advanceTimersByTime(5 * 60_000)
    const since = asked.slice(before).map(([name]) => name)
    // What this browser has seen is in its own storage.
    expect(since.filter((name) => name !== "watched")).toEqual(Array.from({ length: 5 }, () => "repositoryRuns"))
    await screen.findByText("New issue: It squeaks")
    expect(screen.queryByText("Nothing new so far.")).toBeNull()
    // Only a hub has them.
    expect(changes("nextEvents")).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

it("reads at once what has changed while it was out of sight, such as for a night", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] })
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible")
  const come = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event("visibilitychange"))
  }
  try {
    const { asked } = open()
    await screen.findByText("build failed on main")
    const { length: before } = asked
    come("hidden")
    vi.setSystemTime(Date.now() + 8 * 3_600_000)
    come("visible")
    come("hidden")
    come("visible")
    const since = asked.slice(before).map(([name]) => name)
    expect(since.toSorted()).toEqual([
      "repositoryAsked",
      "repositoryFacts",
      "repositoryLimit",
      "repositoryRuns",
      "watched"
    ])
  } finally {
    visibility.mockRestore()
    vi.useRealTimers()
  }
})

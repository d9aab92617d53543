// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import type { Send } from "../../../messaging/client.ts"
import type { Reply, RequestName } from "../../../messaging/contract.ts"
import type { Failure } from "../../../messaging/failure.ts"
import type { EventView } from "../../hub/requests.ts"
import type { Limit, RepositoryFacts, RepositoryPage, Run, TriggerLine, Watched } from "../requests.ts"
import { View } from "./view.tsx"

const ADDRESS = "https://github.com/acme/widgets"
const DIRECT = { plugin: "codehost", account: "work", owner: "acme", repo: "widgets" }
const HUB = { ...DIRECT, account: "hub:team" }
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const facts: RepositoryFacts = {
  name: "acme/widgets",
  url: ADDRESS,
  branch: "main",
  pushedAt: ago(12),
  login: "mona",
  isArchived: false,
  mayWrite: true
}

const run = (id: number, over: Partial<Run> = {}): Run => ({
  id,
  workflow: "build",
  number: id,
  branch: "main",
  event: "push",
  actor: "ada",
  url: `${ADDRESS}/actions/runs/${id}`,
  state: "succeeded",
  startedAt: ago(7),
  updatedAt: ago(5),
  ...over
})
const failedRun = run(412, { state: "failed" })
const elsewhere = run(411, { state: "failed", branch: "wip", workflow: "other" })

const watched: Watched = { isWatched: false, seen: [], polledAt: null, isFailing: false, everySeconds: 60 }
const limit: Limit = { left: 4871, limit: 5000, fullAt: "2026-11-23T14:05:00Z" }

const trigger = (over: Partial<TriggerLine> = {}): TriggerLine => ({
  id: "sub-1",
  name: "triage-agent",
  trigger: "codehost_new_issue",
  account: "codehost/team",
  target: { owner: "acme", repo: "widgets" },
  url: "https://agent.example/hooks",
  enabled: true,
  disabledBecause: null,
  health: {
    ok: true,
    way: "webhook",
    because: null,
    lastEventAt: null,
    lastStartAt: null,
    pending: 0,
    problems: []
  },
  starts: 12,
  isMore: false,
  last: { id: "msg_1", at: ago(3), state: "delivered" },
  ...over
})

const failure = (over: Partial<Failure>): Failure => ({
  reason: "Unauthorized",
  what: "The service rejected the account’s token.",
  provider: "codehost",
  operation: "repositoryFacts",
  remedy: { to: "renewKey" },
  ...over
})

type Answers = { readonly [N in RequestName]?: unknown }

const page = (of: typeof DIRECT): RepositoryPage => ({
  state: "repository",
  of,
  names: [of.account],
  key: "github.com/acme/widgets",
  shows: []
})

const usual: Answers = {
  repositoryHosts: { hosts: ["github.com"] },
  repositoryPage: page(DIRECT),
  repositoryFacts: facts,
  repositoryRuns: {
    newest: [
      run(77, { workflow: "deploy", state: "running", startedAt: ago(1.7) }),
      failedRun,
      run(298, { workflow: "lint" })
    ],
    failed: [failedRun, elsewhere]
  },
  repositoryAsked: {
    reviews: [{ number: 13, title: "Fix typos", by: "hubot", url: `${ADDRESS}/pull/13`, at: ago(60) }],
    mentions: [
      { number: 7, title: "Widgets squeak", by: "", url: "issues/7", at: ago(60) },
      { number: 13, title: "Fix typos", by: "", url: "pull/13", at: ago(60) }
    ]
  },
  repositoryLimit: { limit },
  repositoryTriggers: { triggers: [trigger()], way: "hub" },
  watched
}

/**
 * What the worker is asked, in order. An answer that is a failure is refused; one that is missing never comes.
 * @param once those that are answered only once
 */
const open = (over: Answers = {}, address = ADDRESS, once: ReadonlyArray<RequestName> = []) => {
  const asked: Array<readonly [RequestName, unknown]> = []
  const answers = { ...usual, ...over }
  const send = ((name: RequestName, input: unknown): Promise<Reply<RequestName>> => {
    const isOver = once.includes(name) && asked.some(([one]) => one === name)
    asked.push([name, input])
    if (isOver) return new Promise(() => undefined)
    const answer = answers[name]
    if (answer === undefined) return new Promise(() => undefined)
    const isFailure = typeof answer === "object" && answer !== null && "reason" in answer
    return Promise.resolve(isFailure ? { ok: false, error: answer as Failure } : { ok: true, output: answer as never })
  }) as Send
  const onNothing = vi.fn<(why: string | undefined) => void>()
  const tab = { address, tabId: 1, send }
  const view = render(
    <View
      tab={tab}
      shell={{ place: "first", onSettings: () => undefined }}
      onNothing={onNothing}
      onRecord={() => undefined}
    />
  )
  return { ...view, asked, answers, onNothing, changes: (name: RequestName) => asked.filter(([one]) => one === name) }
}

const createTab = vi.fn<(tab: object) => Promise<void>>(() => Promise.resolve())
beforeEach(() => {
  createTab.mockClear()
  vi.stubGlobal("chrome", {
    tabs: { create: createTab },
    runtime: { getURL: (path: string) => `chrome-extension://id${path}` }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const part = async (title: string) => within(await screen.findByRole("region", { name: title }))
const textOf = (container: HTMLElement) => container.textContent?.replaceAll(/\s+/g, " ") ?? ""

describe("a repository", () => {
  it("says its branch, its last push and who is asking", async () => {
    open()
    await screen.findByText("main · pushed 12 minutes ago · as mona")
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("acme/widgets")
  })

  it("lists what waits: failed runs of the default branch, reviews and mentions, each once", async () => {
    open()
    const needs = await part("Needs you")
    await needs.findByText("build failed on main")
    needs.getByText("Review asked of you: Fix typos")
    needs.getByText("Mentioned in Widgets squeak")
    expect(needs.queryByText(/other failed/)).toBeNull()
    expect(needs.getByLabelText("3 things wait").textContent).toBe("3")
    const link = needs.getByText("Mentioned in Widgets squeak").closest("a")
    expect(link?.getAttribute("href")).toBe(`${ADDRESS}/issues/7`)
  })

  it("shows runs under way first, with their time, and links all of them", async () => {
    open()
    const runs = await part("Runs")
    const lines = runs.getAllByRole("listitem").map((line) => textOf(line))
    expect(lines[0]).toMatch(/deploy #77.*running 1:4\d/)
    expect(lines[1]).toMatch(/build #412.*failed, 5 minutes ago/)
    expect(runs.getByRole("link", { name: /^All/ }).getAttribute("href")).toBe(`${ADDRESS}/actions`)
  })

  it("leaves out the runs on a page that shows them", async () => {
    open({ repositoryPage: { ...page(DIRECT), shows: ["runs"] } })
    await part("Needs you")
    expect(screen.queryByRole("region", { name: "Runs" })).toBeNull()
  })

  it("says what is left of the limit, and warns where that is little", async () => {
    open({ repositoryLimit: { limit: { ...limit, left: 12 } } })
    const left = await screen.findByText("12 of 5,000 left")
    expect(left.className).toBe("stale")
    screen.getByText(/^full again at /)
  })

  it("opens nothing outside of the page's own origin, whatever the service writes", async () => {
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

  it("is empty in words where nothing waits and nothing has run", async () => {
    open({ repositoryRuns: { newest: [], failed: [] }, repositoryAsked: { reviews: [], mentions: null } })
    await screen.findByText("Nothing waits for you here.")
    await screen.findByText(/This token may not read notifications/)
    await screen.findByText("No workflow has run here yet.")
  })
})

describe("what cannot be shown", () => {
  it("is being read, part by part", async () => {
    const { container } = open({ repositoryRuns: undefined, repositoryAsked: undefined, watched: undefined })
    await screen.findByText("main · pushed 12 minutes ago · as mona")
    expect(container.querySelectorAll("section[aria-busy=true]")).toHaveLength(2)
  })

  it("is told once, with the way to the settings, where the token is refused everywhere", async () => {
    const refused = failure({})
    open({ repositoryFacts: refused, repositoryRuns: refused, repositoryAsked: refused, repositoryLimit: refused })
    await screen.findByText(/The service rejected/)
    await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(1))
    const alert = screen.getByRole("alert")
    expect(alert.textContent).toMatch(/The service rejected the account’s token\. Make a new key/)
    fireEvent.click(within(alert).getByRole("button", { name: "Open settings" }))
    expect(createTab).toHaveBeenCalledWith({ url: "chrome-extension://id/options.html#codehost" })
  })

  it("names the right that a token lacks in its own part, and leaves the others standing", async () => {
    open({
      repositoryRuns: failure({
        reason: "Forbidden",
        what: "The account’s token lacks a right for this call.",
        remedy: { to: "grant", needs: "the permission actions: read" },
        needs: "the permission actions: read"
      })
    })
    const needs = await part("Needs you")
    expect((await needs.findByRole("alert")).textContent).toMatch(/lacks a right.*the permission actions: read/)
    screen.getByText("main · pushed 12 minutes ago · as mona")
    screen.getByText("4,871 of 5,000 left")
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
    expect(alert.textContent).toMatch(/The rate limit is used up\. It may be asked again in 10 minutes\./)
    Object.assign(answers, { repositoryFacts: facts })
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }))
    await screen.findByText("main · pushed 12 minutes ago · as mona")
    expect(screen.queryByRole("alert")).toBeNull()
  })

  it("is the whole page where the hub is gone, and comes back with it", async () => {
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

  it("is nothing at all elsewhere, and a way to connect on the public service", async () => {
    const { onNothing } = open({ repositoryPage: { state: "elsewhere" } })
    await waitFor(() => expect(onNothing).toHaveBeenLastCalledWith(expect.stringMatching(/repository/)))
    cleanup()
    open({ repositoryPage: { state: "notConnected", name: "acme/widgets" } })
    fireEvent.click(await screen.findByRole("button", { name: "Connect an account" }))
    expect(createTab).toHaveBeenCalledWith({ url: "chrome-extension://id/options.html#codehost" })
  })
})

describe("a change", () => {
  it("is confirmed with its object and its account, and sent once", async () => {
    const { changes } = open({ rerunRun: null })
    fireEvent.click(await screen.findByRole("button", { name: "Re-run…" }))
    screen.getByRole("group", {
      name: "Run the failed jobs of build #412 in acme/widgets again, as mona (account work)?"
    })
    expect(changes("rerunRun")).toHaveLength(0)
    fireEvent.click(screen.getByRole("button", { name: "Yes, run again" }))
    await screen.findByText("Started again.")
    expect(changes("rerunRun")).toEqual([["rerunRun", { ...DIRECT, run: 412 }]])
  })

  it("that may have been done says so, and is not sent again by itself", async () => {
    const lost = failure({
      reason: "Transport",
      what: "The connection was lost.",
      outcome: "unknown",
      remedy: { to: "lookFirst" }
    })
    const { changes } = open({ starRepository: lost })
    fireEvent.click(await screen.findByRole("button", { name: "★ Star" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, star it" }))
    await screen.findByText(/It may have been done/)
    expect(changes("starRepository")).toHaveLength(1)
  })

  it("runs a workflow on a branch", async () => {
    const { changes } = open({ repositoryWorkflows: { workflows: [{ id: 7, name: "build" }] }, startWorkflow: null })
    fireEvent.click(await screen.findByRole("button", { name: "Run workflow…" }))
    const form = within(await screen.findByRole("form", { name: "Run workflow…" }))
    fireEvent.input(await form.findByLabelText("Branch or tag"), { target: { value: "next" } })
    fireEvent.click(form.getByRole("button", { name: "Run" }))
    form.getByRole("group", { name: "Run build on next in acme/widgets, as mona (account work)?" })
    fireEvent.click(form.getByRole("button", { name: "Yes, run it" }))
    await screen.findByText("Started.")
    expect(changes("startWorkflow")).toEqual([["startWorkflow", { ...DIRECT, workflow: 7, ref: "next" }]])
  })

  it("is not offered to who may not write", async () => {
    open({ repositoryFacts: { ...facts, mayWrite: false } })
    await screen.findByText("build failed on main")
    expect(screen.queryByRole("button", { name: "Re-run…" })).toBeNull()
    expect(screen.queryByRole("button", { name: "Run workflow…" })).toBeNull()
  })

  it("comments on what somebody is mentioned in", async () => {
    const { changes } = open({ commentOn: null })
    const needs = await part("Needs you")
    await needs.findByText("Mentioned in Widgets squeak")
    fireEvent.click(needs.getByRole("button", { name: "Reply…" }))
    fireEvent.input(needs.getByLabelText("Comment on #7"), { target: { value: " On it. " } })
    fireEvent.click(needs.getByRole("button", { name: "Comment" }))
    fireEvent.click(needs.getByRole("button", { name: "Yes, comment" }))
    await needs.findByText("Commented.")
    expect(changes("commentOn")).toEqual([["commentOn", { ...DIRECT, number: 7, text: "On it." }]])
  })
})

describe("triggers of the hub", () => {
  const hubPage = { repositoryPage: page(HUB) }

  it("say whether they are instant, when they fired, what became of it, and how often", async () => {
    const dead = trigger({
      id: "sub-2",
      trigger: "codehost_workflow_run_completed",
      name: "Workflow run completed",
      starts: 1,
      last: { id: "msg_2", at: ago(5), state: "dead" }
    })
    const { changes } = open({
      ...hubPage,
      repositoryTriggers: { triggers: [trigger(), dead], way: "hub" },
      sendAgain: { sent: 1 }
    })
    const triggers = await part("Triggers")
    await triggers.findByText("New issue → triage-agent")
    triggers.getByText(/Instant, by your hub/)
    triggers.getByLabelText("12 starts in 24 hours")
    triggers.getByLabelText("1 start in 24 hours")
    triggers.getByText("Workflow run completed → agent.example")
    triggers.getByText("agent failed")
    fireEvent.click(triggers.getByRole("button", { name: "Send again" }))
    await triggers.findByText("Sent again.")
    expect(changes("sendAgain")).toEqual([["sendAgain", { delivery: "msg_2" }]])
  })

  it("are switched off and on", async () => {
    const { changes } = open({ ...hubPage, switchTrigger: { enabled: false } })
    const turn = await screen.findByRole("switch", { name: "New issue → triage-agent: on" })
    expect(turn.getAttribute("aria-checked")).toBe("true")
    fireEvent.click(turn)
    await waitFor(() => expect(changes("switchTrigger")).toEqual([["switchTrigger", { id: "sub-1", enabled: false }]]))
    await waitFor(() => expect(changes("repositoryTriggers")).toHaveLength(2))
  })

  it("are not called instant where one is polled or off", async () => {
    open({ ...hubPage, repositoryTriggers: { triggers: [trigger({ health: null })], way: "hub" } })
    await screen.findByText(/Through your hub/)
  })

  it("show an event the moment it comes, and of no other repository or account", async () => {
    const event = (over: Partial<EventView>): EventView => ({
      id: "e1",
      trigger: "codehost_new_issue",
      at: new Date().toISOString(),
      account: "codehost/team",
      data: { repository: "Acme/Widgets", title: "It squeaks", number: 43, url: `${ADDRESS}/issues/43` },
      ...over
    })
    const { answers, changes } = open(hubPage)
    await screen.findByText("New issue → triage-agent")
    expect(changes("nextEvents")).toEqual([["nextEvents", { after: null }]])
    cleanup()
    const events = [
      event({}),
      event({ id: "e2", account: "codehost/other" }),
      event({ id: "e3", data: { repository: "acme/gadgets", title: "Not here" } })
    ]
    const second = open({ ...answers, nextEvents: { events, cursor: "7" } }, ADDRESS, ["nextEvents"])
    await screen.findByText("New issue: #43 It squeaks")
    expect(second.changes("nextEvents").at(-1)).toEqual(["nextEvents", { after: "7" }])
    expect(screen.queryByText(/Not here/)).toBeNull()
  })
})

describe("watching something", () => {
  it("is tried against what has happened, then switched on with its filters and its agent", async () => {
    const { changes } = open({
      repositoryPage: page(HUB),
      triggerChoices: { choices: [{ id: "codehost_new_issue", title: "New issue", description: "" }] },
      triggerFilters: {
        isOfRepository: true,
        fields: [{ name: "label", help: "A label", type: "texts", choices: [] }]
      },
      tryTrigger: { events: [{ at: ago(4), title: "It squeaks", starts: true, why: null }], starting: 1, ways: [] },
      addTrigger: { id: "sub-9", secret: "whsec_1" }
    })
    fireEvent.click(await screen.findByRole("button", { name: "Watch something here…" }))
    const form = within(await screen.findByRole("form", { name: "Watch something here" }))
    await form.findByRole("option", { name: "New issue" })
    fireEvent.change(form.getByLabelText("What"), { target: { value: "codehost_new_issue" } })
    fireEvent.input(await form.findByLabelText("Label"), { target: { value: "bug, urgent" } })
    fireEvent.click(form.getByRole("button", { name: "Test" }))
    await form.findByText("The last event would start it.")
    fireEvent.submit(form.getByRole("button", { name: "Switch on" }).closest("form") ?? expect.fail())
    await screen.findByText("whsec_1")
    const wish = { ...HUB, trigger: "codehost_new_issue", filters: { label: ["bug", "urgent"] } }
    expect(changes("tryTrigger")).toEqual([["tryTrigger", wish]])
    expect(changes("addTrigger")).toEqual([["addTrigger", { ...wish, url: "https://agent.example/hooks" }]])
  })

  it("from here says how often, and what was seen", async () => {
    const seen = {
      id: "1",
      kind: "issue",
      title: "It squeaks",
      number: 43,
      by: "ada",
      url: `${ADDRESS}/issues/43`,
      at: ago(2)
    }
    const { changes, answers } = open({ watchRepository: watched })
    fireEvent.click(await screen.findByRole("button", { name: "Watch from here" }))
    Object.assign(answers, { watched: { ...watched, isWatched: true, seen: [seen], everySeconds: 216 } })
    await screen.findByText("Polled from here, every 4 minutes")
    screen.getByText("New issue: It squeaks")
    expect(changes("watchRepository")).toEqual([["watchRepository", { ...DIRECT, isWatched: true }]])
  })
})

it("asks for one thing a minute while nothing happens", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  try {
    const { asked } = open()
    await screen.findByText("build failed on main")
    const { length: before } = asked
    vi.advanceTimersByTime(5 * 60_000)
    expect(asked.slice(before).map(([name]) => name)).toEqual(Array.from({ length: 5 }, () => "repositoryRuns"))
  } finally {
    vi.useRealTimers()
  }
})

// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/preact"
import { describe, expect, it, vi } from "vitest"

import { tellChange } from "../../../../messaging/changes.ts"
import {
  ADDRESS,
  DIRECT,
  HUB,
  ago,
  facts,
  watched,
  failure,
  page,
  open,
  part,
  trigger,
  withBrowser
} from "../../../../tests/samples/repository.tsx"
import { emptySessionStorage } from "../../../../tests/session-storage.ts"
import { keepSecret } from "../../added-secret.ts"
import { sendingOf } from "../../sent.ts"

withBrowser()

/** What the worker does once the change is made. */
const made = (draft: string) => act(async () => (await sendingOf(draft))(null))

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

  it("cannot be confirmed again while it is sent", async () => {
    open({ rerunRun: undefined })
    fireEvent.click(await screen.findByRole("button", { name: "Re-run…" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, run again" }))
    await waitFor(() => expect(screen.queryByRole("button", { name: "Yes, run again" })).toBeNull())
    fireEvent.click(screen.getByRole("button", { name: "Re-run…" }))
    expect(screen.queryByRole("button", { name: "Yes, run again" })).toBeNull()
  })

  it("is reported as done even after its run is no longer listed", async () => {
    const { answers, changes } = open({ rerunRun: null })
    fireEvent.click(await screen.findByRole("button", { name: "Re-run…" }))
    Object.assign(answers, { repositoryRuns: { newest: [], failed: [] } })
    fireEvent.click(screen.getByRole("button", { name: "Yes, run again" }))
    await waitFor(() => expect(changes("repositoryRuns")).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText("deploy")).toBeNull())
    const needs = await part("Needs you")
    needs.getByText("Started again.")
    expect(needs.queryByText(/Nothing/)).toBeNull()
  })

  it("is also reported as done while mentions are still loading", async () => {
    const { answers, changes } = open({ rerunRun: null, repositoryAsked: undefined })
    fireEvent.click(await screen.findByRole("button", { name: "Re-run…" }))
    Object.assign(answers, { repositoryRuns: { newest: [], failed: [] } })
    fireEvent.click(screen.getByRole("button", { name: "Yes, run again" }))
    await waitFor(() => expect(changes("repositoryRuns")).toHaveLength(2))
    await waitFor(() => expect(screen.queryByText("deploy")).toBeNull())
    screen.getByText("Started again.")
  })

  it("that may have been done is reported as such, once, and is not sent again automatically", async () => {
    const lost = failure({
      reason: "Transport",
      what: "The connection was lost.",
      outcome: "unknown",
      remedy: { to: "lookFirst" }
    })
    const { changes } = open({ starRepository: lost })
    fireEvent.click(await screen.findByRole("button", { name: "★ Star" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, star it" }))
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The connection was lost. It may have been done: check what it would have changed before you repeat it."
    )
    expect(changes("starRepository")).toHaveLength(1)
  })

  it("that lacks a right names it once", async () => {
    const needs = "the scope repo"
    open({
      starRepository: failure({ reason: "Forbidden", what: "It lacks a right.", remedy: { to: "grant", needs }, needs })
    })
    fireEvent.click(await screen.findByRole("button", { name: "★ Star" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, star it" }))
    expect((await screen.findByRole("alert")).textContent).toBe(
      "It lacks a right. Give the key this right at the provider: the scope repo."
    )
  })

  it.each([
    [
      "the settings, where its token is entered",
      { reason: "Unauthorized", remedy: { to: "renewKey" } },
      "Check the key"
    ],
    [
      "nothing else, because its own button sends it again",
      { reason: "Unavailable", remedy: { to: "retry" } },
      undefined
    ]
  ] as const)("that fails offers %s", async (_, over, label) => {
    const create = vi.fn<() => void>()
    vi.stubGlobal("chrome", { ...chrome, tabs: { create } })
    open({ starRepository: failure({ what: "It failed.", ...over }) })
    fireEvent.click(await screen.findByRole("button", { name: "★ Star" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, star it" }))
    const problem = within((await screen.findByRole("alert")).parentElement ?? expect.fail())
    if (label !== undefined) fireEvent.click(problem.getByRole("button", { name: label }))
    expect(create).toHaveBeenCalledTimes(label === undefined ? 0 : 1)
    screen.getByRole("button", { name: "★ Star" })
  })

  const origin = "http://127.0.0.1:4670"
  it.each([
    ["may have been done if the worker stopped", { is: "stopped", mayCost: false }, true],
    ["may have been done if the hub is gone", { is: "hub", why: "gone", origin }, true],
    ["may have been done if the hub's answer cannot be read", { is: "hub", why: "unreadable", origin }, true],
    ["may have been done if its answer cannot be read", { is: "unreadable" }, true],
    ["was not done if the hub refuses this browser", { is: "hub", why: "revoked", origin }, false]
  ] as const)("%s", async (_, own, mayBeDone) => {
    open({ starRepository: failure({ reason: "Unavailable", what: "", own }) })
    fireEvent.click(await screen.findByRole("button", { name: "★ Star" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, star it" }))
    expect(/It may have been done/.test((await screen.findByRole("alert")).textContent)).toBe(mayBeDone)
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

  it("has the workflow and the branch that were chosen when the popup closed, until it is sent or cancelled", async () => {
    emptySessionStorage()
    const workflows = [
      { id: 7, name: "build" },
      { id: 8, name: "deploy" }
    ]
    const { changes } = open({ repositoryWorkflows: { workflows }, startWorkflow: null })
    const form = async () => within(await screen.findByRole("form", { name: "Run workflow…" }))
    fireEvent.click(await screen.findByRole("button", { name: "Run workflow…" }))
    fireEvent.input(await (await form()).findByLabelText("Branch or tag"), { target: { value: "next" } })
    fireEvent.change((await form()).getByLabelText("Workflow"), { target: { value: "8" } })
    expect(Object.keys(await chrome.storage.session.get())).toEqual(["draft dispatch codehost/work acme/widgets"])
    cleanup()
    open({ repositoryFacts: { ...facts, mayWrite: false }, repositoryWorkflows: { workflows } })
    await screen.findByText("build failed on main")
    expect(screen.queryByRole("form")).toBeNull()
    cleanup()
    const next = open({ repositoryWorkflows: { workflows }, startWorkflow: null })
    expect((await (await form()).findByLabelText<HTMLInputElement>("Branch or tag")).value).toBe("next")
    fireEvent.click((await form()).getByRole("button", { name: "Run" }))
    fireEvent.click((await form()).getByRole("button", { name: "Yes, run it" }))
    await screen.findByText("Started.")
    expect([changes("startWorkflow"), next.changes("startWorkflow")]).toEqual([
      [],
      [["startWorkflow", { ...DIRECT, workflow: 8, ref: "next" }]]
    ])
    await made("dispatch codehost/work acme/widgets")
    expect(await chrome.storage.session.get()).toEqual({})
  })

  it("is not offered without write access", async () => {
    open({ repositoryFacts: { ...facts, mayWrite: false } })
    await screen.findByText("build failed on main")
    expect(screen.queryByRole("button", { name: "Re-run…" })).toBeNull()
    expect(screen.queryByRole("button", { name: "Run workflow…" })).toBeNull()
  })

  it("moves the focus into the reply, and back to its button when it is cancelled", async () => {
    open({ commentOn: null })
    const needs = await part("Needs you")
    await needs.findByText("Mentioned in Widgets squeak")
    fireEvent.click(needs.getByRole("button", { name: "Reply…" }))
    await vi.waitFor(() => expect(document.activeElement).toBe(needs.getByLabelText("Comment on #7")))
    fireEvent.click(needs.getByRole("button", { name: "Cancel" }))
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Reply…"))
  })

  it("comments on a thread that mentions the user", async () => {
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

  it("has the reply that was being written when its popup closed, to be sent", async () => {
    emptySessionStorage()
    open({ commentOn: null })
    const before = await part("Needs you")
    fireEvent.click(await before.findByRole("button", { name: "Reply…" }))
    fireEvent.input(before.getByLabelText("Comment on #7"), { target: { value: "On it." } })
    expect(await chrome.storage.session.get()).toEqual({ "draft reply codehost/work acme/widgets 7": "On it." })
    cleanup()
    open({ commentOn: null })
    const needs = await part("Needs you")
    expect((await needs.findByLabelText<HTMLTextAreaElement>("Comment on #7")).value).toBe("On it.")
    fireEvent.click(needs.getByRole("button", { name: "Comment" }))
    fireEvent.click(needs.getByRole("button", { name: "Yes, comment" }))
    await needs.findByText("Commented.")
  })
})

/** The schemas of a trigger without filters. */
const OF_REPOSITORY = { targetSchema: { properties: { repo: {} } }, filtersSchema: {} }
const WITH_LABEL = { ...OF_REPOSITORY, filtersSchema: { properties: { label: { type: "string" } } } }
const CHOICES = [
  { id: "codehost_new_issue", title: "New issue" },
  { id: "codehost_new_star", title: "New star" }
]

describe("watching something", () => {
  /** Opens the form, and chooses a trigger. */
  const choosing = async (answers: Parameters<typeof open>[0]) => {
    const opened = open({
      repositoryPage: page(HUB),
      triggerChoices: { choices: CHOICES },
      triggerFilters: OF_REPOSITORY,
      ...answers
    })
    fireEvent.click(await screen.findByRole("button", { name: "Watch something here…" }))
    const form = within(await screen.findByRole("form", { name: "Watch something here" }))
    await form.findByRole("option", { name: "New issue" })
    const choose = (value: string) => fireEvent.change(form.getByLabelText("What"), { target: { value } })
    choose("codehost_new_issue")
    const submit = () =>
      fireEvent.submit(form.getByRole("button", { name: "Switch on" }).closest("form") ?? expect.fail())
    return { ...opened, form, choose, submit }
  }

  /** The form, once the filters of its trigger are there. */
  const wishing = async (answers: Parameters<typeof open>[0]) => {
    const { form } = await choosing(answers)
    await waitFor(() => expect(form.getByRole("button", { name: "Test" }).getAttribute("aria-disabled")).toBeNull())
    return form
  }

  const switchedOn = (secret: string, filters: object = {}) => ({
    ...HUB,
    trigger: "codehost_new_issue",
    filters: { ...filters },
    url: "https://agent.example/hooks",
    secret
  })

  it("is tested on past events, then enabled with its filters and its agent", async () => {
    const { changes } = open({
      repositoryPage: page(HUB),
      triggerChoices: { choices: [{ id: "codehost_new_issue", title: "New issue" }] },
      triggerFilters: {
        ...OF_REPOSITORY,
        filtersSchema: { properties: { label: { type: "string", description: "A label" } } }
      },
      tryTrigger: { events: [{ at: ago(4), title: "It squeaks", starts: true, why: null }], starting: 1 },
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
    const subscription = { ...HUB, trigger: "codehost_new_issue", filters: { label: ["bug", "urgent"] } }
    expect(changes("tryTrigger")).toEqual([["tryTrigger", subscription]])
    expect(changes("addTrigger")).toEqual([["addTrigger", { ...subscription, url: "https://agent.example/hooks" }]])
  })

  it("is switched on once, however often that is asked, and only when its filters are there", async () => {
    const [filters, added] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()]
    const { changes, form, submit } = await choosing({ triggerFilters: filters.promise, addTrigger: added.promise })
    submit()
    filters.resolve(WITH_LABEL)
    fireEvent.input(await form.findByLabelText("Label"), { target: { value: "bug" } })
    submit()
    await waitFor(() => expect(changes("addTrigger")).toHaveLength(1))
    submit()
    added.resolve({ secret: "whsec_1" })
    await screen.findByText("whsec_1")
    const wish = { ...switchedOn("", { label: ["bug"] }), secret: undefined }
    expect(changes("addTrigger")).toEqual([["addTrigger", wish]])
  })

  it("is not switched on here if it is not about one repository", async () => {
    const { form } = await choosing({ triggerFilters: { targetSchema: {}, filtersSchema: {} } })
    await form.findByText(/^This trigger is not about one repository/)
    expect(form.getByRole("button", { name: "Switch on" }).getAttribute("aria-disabled")).toBe("true")
  })

  it("has the filters of the trigger that was chosen last, without what was entered for another", async () => {
    const { answers, form, choose } = await choosing({ triggerFilters: WITH_LABEL })
    fireEvent.input(await form.findByLabelText("Label"), { target: { value: "bug" } })
    const late = Promise.withResolvers<object>()
    Object.assign(answers, { triggerFilters: late.promise })
    choose("codehost_new_star")
    await waitFor(() => expect(form.queryByLabelText("Label")).toBeNull())
    Object.assign(answers, { triggerFilters: WITH_LABEL })
    choose("codehost_new_issue")
    expect((await form.findByLabelText<HTMLInputElement>("Label")).value).toBe("")
    late.resolve(OF_REPOSITORY)
    await new Promise((resolve) => setTimeout(resolve, 20))
    form.getByLabelText("Label")
  })

  it("shows a test's result for what was tested alone, whatever is chosen before it comes", async () => {
    const result = Promise.withResolvers<object>()
    const { form, choose } = await choosing({ tryTrigger: result.promise })
    await waitFor(() => expect(form.getByRole("button", { name: "Test" }).getAttribute("aria-disabled")).toBeNull())
    fireEvent.click(form.getByRole("button", { name: "Test" }))
    choose("codehost_new_star")
    result.resolve({ events: [{ at: ago(4), title: "It squeaks", starts: true, why: null }], starting: 1 })
    await waitFor(() => expect(form.getByRole("button", { name: "Test" }).getAttribute("aria-disabled")).toBeNull())
    expect(form.queryByText("It squeaks")).toBeNull()
    choose("codehost_new_issue")
    await form.findByText("It squeaks")
  })

  it("shows a test's failure for what was tested alone", async () => {
    const form = await wishing({ tryTrigger: failure({ operation: "tryTrigger", reason: "Unavailable" }) })
    fireEvent.click(form.getByRole("button", { name: "Test" }))
    await form.findByRole("alert")
    const choose = (value: string) => fireEvent.change(form.getByLabelText("What"), { target: { value } })
    choose("")
    expect(form.queryByRole("alert")).toBeNull()
    choose("codehost_new_issue")
    expect(form.queryByRole("alert")).not.toBeNull()
  })

  it("cannot be left while it is switched on, after which its secret is shown this once", async () => {
    const added = Promise.withResolvers<object>()
    const form = await wishing({ addTrigger: added.promise })
    fireEvent.submit(form.getByRole("button", { name: "Switch on" }).closest("form") ?? expect.fail())
    await waitFor(() =>
      expect(form.getByRole("button", { name: "Switch on" }).getAttribute("aria-disabled")).toBe("true")
    )
    fireEvent.click(form.getByRole("button", { name: "Cancel" }))
    added.resolve({ secret: "whsec_1" })
    await screen.findByText("whsec_1")
  })

  it("shows the secret in the next popup if this one closes before the hub answers, until the user is done", async () => {
    emptySessionStorage()
    const form = await wishing({ addTrigger: undefined })
    fireEvent.submit(form.getByRole("button", { name: "Switch on" }).closest("form") ?? expect.fail())
    cleanup()
    const { answers } = open({ repositoryPage: page(HUB), repositoryTriggers: { triggers: [] } })
    await screen.findByRole("button", { name: "Watch something here…" })
    Object.assign(answers, { repositoryTriggers: { triggers: [trigger()] } })
    // As the worker does it.
    await chrome.storage.session.remove("draft trigger codehost/hub:team acme/widgets")
    await keepSecret(switchedOn("whsec_1"))
    tellChange({ inlay: "addTrigger" }, { ok: true, output: { secret: "whsec_1" } })
    await screen.findByText("whsec_1")
    screen.getByText("New issue → agent.example")
    // Its trigger is in the list as well.
    await screen.findByText("New issue → triage-agent")
    cleanup()
    open({ repositoryPage: page({ ...HUB, repo: "gadgets" }) })
    await screen.findByRole("button", { name: "Watch something here…" })
    cleanup()
    open({ repositoryPage: page({ ...HUB, owner: "ACME" }) })
    await screen.findByText("whsec_1")
    fireEvent.click(screen.getByRole("button", { name: "Done" }))
    await screen.findByRole("button", { name: "Watch something here…" })
    cleanup()
    open({ repositoryPage: page(HUB) })
    await screen.findByRole("button", { name: "Watch something here…" })
    expect(screen.queryByText("whsec_1")).toBeNull()
  })

  it("shows the secrets of two that were switched on one after the other, and which is whose", async () => {
    emptySessionStorage()
    await keepSecret(switchedOn("whsec_1", { label: ["bug"] }))
    await keepSecret(switchedOn("whsec_2", { label: ["docs"] }))
    await keepSecret({ ...switchedOn("whsec_3"), repo: "widgets-2" })
    open({ repositoryPage: page(HUB) })
    await screen.findByText("whsec_2")
    const [first = expect.fail(), second] = [...document.querySelectorAll<HTMLElement>(".repo-form")]
    expect(first.textContent).toMatch(/^New issue → agent.example · Label: bug.*whsec_1/)
    expect(second?.textContent).toMatch(/^New issue → agent.example · Label: docs.*whsec_2/)
    expect(screen.queryByText("whsec_3")).toBeNull()
    fireEvent.click(within(first).getByRole("button", { name: "Done" }))
    await waitFor(() => expect(screen.queryByText("whsec_1")).toBeNull())
    cleanup()
    open({ repositoryPage: page(HUB) })
    await screen.findByText("whsec_2")
    expect(screen.queryByText("whsec_1")).toBeNull()
  })

  it("goes on in its form when the secret of another arrives", async () => {
    emptySessionStorage()
    const form = await wishing({ addTrigger: { secret: "whsec_2" } })
    const address = form.getByLabelText<HTMLInputElement>("Agent's address")
    await keepSecret(switchedOn("whsec_1"))
    tellChange({ inlay: "addTrigger" }, { ok: true, output: { secret: "whsec_1" } })
    await screen.findByText("whsec_1")
    expect(screen.getByLabelText("Agent's address")).toBe(address)
    fireEvent.submit(address.form ?? expect.fail())
    await screen.findByText("whsec_2")
    screen.getByText("whsec_1")
    expect(screen.queryByRole("form")).toBeNull()
  })

  const addressOf = (form: Awaited<ReturnType<typeof wishing>>) =>
    form.getByLabelText<HTMLInputElement>("Agent's address")

  it("has what was entered when the popup closed, until it is switched on", async () => {
    emptySessionStorage()
    const form = await wishing({ triggerFilters: WITH_LABEL })
    fireEvent.input(form.getByLabelText("Label"), { target: { value: "bug" } })
    fireEvent.input(addressOf(form), { target: { value: "https://other.example/hooks" } })
    expect(Object.keys(await chrome.storage.session.get())).toEqual(["draft trigger codehost/hub:team acme/widgets"])
    cleanup()
    open({
      repositoryPage: page(HUB),
      triggerChoices: { choices: CHOICES },
      triggerFilters: WITH_LABEL,
      addTrigger: { secret: "whsec_1" }
    })
    const next = within(await screen.findByRole("form", { name: "Watch something here" }))
    expect((await next.findByLabelText<HTMLInputElement>("Label")).value).toBe("bug")
    expect(next.getByLabelText<HTMLSelectElement>("What").value).toBe("codehost_new_issue")
    expect(addressOf(next).value).toBe("https://other.example/hooks")
    fireEvent.submit(addressOf(next).form ?? expect.fail())
    await screen.findByText("whsec_1")
    expect(screen.queryByRole("form")).toBeNull()
    await made("trigger codehost/hub:team acme/widgets")
    expect(await chrome.storage.session.get()).toEqual({})
  })

  it.each([
    "https://agent.example/start?key=s3cret",
    "https://me:s3cret@agent.example",
    "https://agent.example/#s3cret"
  ])("has no address with a secret in it when the popup is opened again, nor another one: %s", async (value) => {
    emptySessionStorage()
    const form = await wishing({})
    fireEvent.input(addressOf(form), { target: { value } })
    expect(JSON.stringify(await chrome.storage.session.get())).not.toContain("s3cret")
    cleanup()
    open({ repositoryPage: page(HUB), triggerChoices: { choices: [] } })
    expect(addressOf(within(await screen.findByRole("form"))).value).toBe("")
  })

  it("forgets what was entered when it is cancelled", async () => {
    emptySessionStorage()
    const form = await wishing({})
    fireEvent.click(form.getByRole("button", { name: "Cancel" }))
    await screen.findByRole("button", { name: "Watch something here…" })
    expect(await chrome.storage.session.get()).toEqual({})
  })

  it("has a filter whose name every object has, whatever the hub calls it", async () => {
    const properties = Object.fromEntries(["constructor", "__proto__"].map((name) => [name, { type: "string" }]))
    const form = await wishing({ triggerFilters: { ...OF_REPOSITORY, filtersSchema: { properties } } })
    for (const label of ["Constructor", "  proto  "])
      expect(form.getByLabelText<HTMLInputElement>(label, { normalizer: (text) => text }).value).toBe("")
  })

  it("offers only addresses that can be used again: neither commands nor addresses without their query", async () => {
    const form = await wishing({
      repositoryTriggers: {
        triggers: [
          trigger({ id: "1", url: "https://agent.example/start?<redacted>" }),
          trigger({ id: "2", url: "node triage.js" }),
          trigger({ id: "3", url: "http://localhost:9/start" })
        ]
      }
    })
    expect(form.getByLabelText<HTMLInputElement>("Agent's address").value).toBe("http://localhost:9/start")
    expect([...document.querySelectorAll("datalist option")].map((one) => one.getAttribute("value"))).toEqual([
      "http://localhost:9/start"
    ])
  })

  it("is tested without a warning that it may have been done: a test starts no agent", async () => {
    const form = await wishing({
      tryTrigger: failure({ operation: "tryTrigger", reason: "Unavailable", own: { is: "stopped", mayCost: false } })
    })
    fireEvent.click(form.getByRole("button", { name: "Test" }))
    expect((await form.findByRole("alert")).textContent).toMatch(/worker stopped/)
    expect(form.getByRole("alert").textContent).not.toMatch(/may have been done/)
  })

  it.each([
    ["the token", { reason: "Unauthorized", remedy: { to: "renewKey" } }, /rejected the account's token.*new/i],
    [
      "its scope",
      { reason: "Forbidden", what: "The token may not do this.", needs: "admin:repo_hook" },
      /may not do this.*Needed: admin:repo_hook/
    ],
    [
      "the repository",
      { reason: "NotFound", what: "The account does not see acme/widgets.", remedy: { to: "checkNames" } },
      /does not see acme\/widgets/
    ]
  ] as const)("without the right says that it is %s, keeps the input, and adds nothing", async (_, over, words) => {
    const form = await wishing({ addTrigger: failure({ operation: "addTrigger", ...over }) })
    fireEvent.submit(form.getByRole("button", { name: "Switch on" }).closest("form") ?? expect.fail())
    expect((await form.findByRole("alert")).textContent).toMatch(words)
    expect(form.getByRole("alert").textContent).not.toMatch(/may have been done/)
    expect(form.getByLabelText<HTMLSelectElement>("What").value).toBe("codehost_new_issue")
  })

  it("can be tried again or left if the triggers cannot be read", async () => {
    const { answers, changes } = open({
      repositoryPage: page(HUB),
      triggerChoices: failure({ operation: "triggerChoices", reason: "Unavailable", what: "The hub has a problem." })
    })
    fireEvent.click(await screen.findByRole("button", { name: "Watch something here…" }))
    await screen.findByText(/The hub has a problem/)
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }))
    fireEvent.click(await screen.findByRole("button", { name: "Watch something here…" }))
    await screen.findByText(/The hub has a problem/)
    Object.assign(answers, { triggerChoices: { choices: [{ id: "x", title: "New thing" }] } })
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("option", { name: "New thing" })
    expect(changes("triggerChoices")).toHaveLength(3)
  })

  it("reads a trigger's filters again after a failure", async () => {
    const { answers } = open({
      repositoryPage: page(HUB),
      triggerChoices: { choices: [{ id: "codehost_new_issue", title: "New issue" }] },
      triggerFilters: failure({ operation: "triggerFilters", reason: "Unavailable", what: "The hub has a problem." })
    })
    fireEvent.click(await screen.findByRole("button", { name: "Watch something here…" }))
    await screen.findByRole("option", { name: "New issue" })
    fireEvent.change(screen.getByLabelText("What"), { target: { value: "codehost_new_issue" } })
    await screen.findByText(/The hub has a problem/)
    Object.assign(answers, { triggerFilters: OF_REPOSITORY })
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await waitFor(() => expect(screen.queryByText(/The hub has a problem/)).toBeNull())
    expect(screen.getByLabelText<HTMLSelectElement>("What").value).toBe("codehost_new_issue")
    expect(screen.getByRole("button", { name: "Test" }).getAttribute("aria-disabled")).toBeNull()
  })

  it("from here shows how often it polls, and what it has seen", async () => {
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

it.each([
  ["noAccess", /account does not see this repository any more/],
  ["moved", /renamed or moved/],
  ["denied", /browser does not allow requests .* save its account again/]
] as const)("a watched repository that can no longer be read says why: %s", async (unreachable, words) => {
  open({ watched: { ...watched, isWatched: true, unreachable } })
  await screen.findByText(words)
})

describe("the focus", () => {
  const starring = async (answer: "Cancel" | "Yes, star it") => {
    open({ starRepository: null })
    await part("Runs")
    const star = screen.getByRole("button", { name: "★ Star" })
    star.focus()
    fireEvent.click(star)
    fireEvent.click(await screen.findByRole("button", { name: answer }))
    return star
  }

  it("returns to the button of a change that is cancelled", async () => {
    const star = await starring("Cancel")
    await waitFor(() => expect(document.activeElement).toBe(star))
  })

  it("stays beside the result of a change whose button is gone", async () => {
    await starring("Yes, star it")
    const done = await screen.findByText("★ Starred")
    await waitFor(() => expect(document.activeElement).toBe(done.parentElement))
  })
})

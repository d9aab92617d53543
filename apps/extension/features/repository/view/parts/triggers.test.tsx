// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/preact"
import { describe, expect, it } from "vitest"

import { ADDRESS, HUB, ago, trigger, page, open, part, withBrowser } from "../../../../tests/samples/repository.tsx"
import type { EventView } from "../../../hub/requests.ts"

withBrowser()

describe("triggers of the hub", () => {
  const hubPage = { repositoryPage: page(HUB) }

  it("show whether they are instant, when they last fired, the result, and how often they fire", async () => {
    const dead = trigger({
      id: "sub-2",
      trigger: "codehost_workflow_run_completed",
      name: "Workflow run completed",
      health: {
        ...trigger().health!,
        startsInDay: 1,
        newestStart: { id: "msg_2", createdAt: ago(5), state: "dead" }
      }
    })
    const { changes } = open({
      ...hubPage,
      repositoryTriggers: { triggers: [trigger(), dead] },
      sendAgain: { sent: 1 }
    })
    const triggers = await part("Triggers")
    await triggers.findByText("New issue → triage-agent")
    triggers.getByText(/Instant, through your hub/)
    triggers.getByLabelText("12 starts in 24 hours")
    triggers.getByLabelText("1 start in 24 hours")
    triggers.getByText("Workflow run completed → agent.example")
    triggers.getByText("agent failed")
    fireEvent.click(triggers.getByRole("button", { name: "Send again…" }))
    triggers.getByRole("group", {
      name: "Start the agent again with the last event of Workflow run completed → agent.example in acme/widgets (account codehost/team)?"
    })
    expect(changes("sendAgain")).toEqual([])
    fireEvent.click(triggers.getByRole("button", { name: "Yes, send again" }))
    await triggers.findByText("Sent again.")
    expect(changes("sendAgain")).toEqual([["sendAgain", { delivery: "msg_2" }]])
    // Read at once, and again when the hub has had time to send it.
    await waitFor(() => expect(changes("repositoryTriggers")).toHaveLength(3), { timeout: 3_000 })
  })

  it("say so if there are none, until one is being added", async () => {
    open({ ...hubPage, repositoryTriggers: { triggers: [] } })
    const triggers = await part("Triggers")
    await triggers.findByText("No event here starts an agent yet.")
    fireEvent.click(triggers.getByRole("button", { name: "Watch something here…" }))
    await triggers.findByRole("form")
    expect(triggers.queryByText(/yet/)).toBeNull()
  })

  it("say so if the hub sent nothing again", async () => {
    const newestStart = { id: "msg_2", createdAt: new Date().toISOString(), state: "dead" } as const
    const dead = trigger({ health: { ...trigger().health!, newestStart } })
    open({ ...hubPage, repositoryTriggers: { triggers: [dead] }, sendAgain: { sent: 0 } })
    fireEvent.click(await screen.findByRole("button", { name: "Send again…" }))
    fireEvent.click(screen.getByRole("button", { name: "Yes, send again" }))
    await screen.findByText(/^Nothing was sent again: /)
    expect(screen.queryByText("Sent again.")).toBeNull()
  })

  it("are switched off and on", async () => {
    const { changes } = open({ ...hubPage, switchTrigger: { enabled: false } })
    const turn = await screen.findByRole("switch", { name: "New issue → triage-agent" })
    expect(turn.getAttribute("aria-checked")).toBe("true")
    fireEvent.click(turn)
    await waitFor(() => expect(changes("switchTrigger")).toEqual([["switchTrigger", { id: "sub-1", enabled: false }]]))
    await waitFor(() => expect(changes("repositoryTriggers")).toHaveLength(2))
  })

  it("are found in a long list, of which the first lines are drawn, those that need attention first", async () => {
    const ill = { ...trigger().health!, ok: false }
    const triggers = Array.from({ length: 70 }, (_, n) =>
      trigger({ id: `sub-${n}`, name: `agent-${n}`, ...(n === 69 && { health: ill }) })
    )
    open({ ...hubPage, repositoryTriggers: { triggers } })
    const names = () => screen.getAllByRole("switch").map((one) => one.getAttribute("aria-label"))
    await screen.findByText("New issue → agent-69")
    expect([names().length, names()[0]]).toEqual([10, "New issue → agent-69"])
    fireEvent.click(screen.getByRole("button", { name: "Show 50 more" }))
    fireEvent.click(screen.getByRole("button", { name: "Show 10 more" }))
    expect(names()).toHaveLength(70)
    fireEvent.input(screen.getByRole("searchbox", { name: "Find a trigger" }), { target: { value: "Agent-33 issue" } })
    expect(names()).toEqual(["New issue → agent-33"])
    screen.getByText("1 of 70")
  })

  it("say what their events must have, so that two of them can be told apart", async () => {
    const filters = { label: ["bug", "ui"], mentions_me: false, odd: { a: 1 } }
    const triggers = [trigger({ filters }), trigger({ id: "sub-2", filters: null })]
    open({ ...hubPage, repositoryTriggers: { triggers } })
    const [filtered, all] = (await screen.findAllByText("New issue → triage-agent")).map(
      (title) => title.closest("li")?.textContent
    )
    expect(filtered).toMatch(/fired .* · Label: bug, ui · Mentions me: No/)
    // In a language from right to left, a pattern such as release/* must not take the direction of its filter's name.
    expect(screen.getByText("bug, ui", { selector: "bdi" })).toBeDefined()
    expect(filtered).not.toContain("odd")
    expect(all).not.toContain("Label")
  })

  it("say what is wrong once: in words of one's language, or what the hub says as its words", async () => {
    const { health } = trigger()
    const off = { enabled: false, disabledBecause: null }
    const wrong = ["It is switched off: switch it on in the console when you want its events."]
    const triggers = [
      trigger({ id: "sub-1", name: "switched off", ...off, health: { ...health!, ok: false, problems: wrong } }),
      trigger({ id: "sub-2", name: "gone", ...off, disabledBecause: "The receiver said that it is gone (410)." }),
      trigger({
        id: "sub-3",
        name: "given up",
        health: { ...health!, dead: 2, problems: ["Some deliveries were given up."] }
      }),
      trigger({
        id: "sub-4",
        name: "unread",
        health: { ...health!, unreadable: 1, problems: ["1 received but not processed"] }
      }),
      trigger({
        id: "sub-5",
        name: "no way",
        health: { ...health!, dead: 2, problems: ["No events yet.", "Some were given up."] }
      }),
      trigger({
        id: "sub-6",
        name: "failed",
        health: {
          ...health!,
          newestStart: { id: "msg_1", createdAt: ago(5), state: "dead" },
          dead: 1,
          problems: ["Some deliveries were given up."]
        }
      })
    ]
    open({ ...hubPage, repositoryTriggers: { triggers } })
    const texts = async (name: string) =>
      (await screen.findByText(`New issue → ${name}`)).closest("li")?.querySelector(".repo-trouble")?.textContent
    expect(await texts("switched off")).toBeUndefined()
    expect(await texts("gone")).toBe("The hub says: The receiver said that it is gone (410).")
    expect(await texts("given up")).toBe("2 starts were given up: send them again in the hub's console.")
    expect(await texts("unread")).toBe("1 event of the account could not be read.")
    expect(await texts("no way")).toBe("The hub says: No events yet.")
    expect(await texts("failed")).toBeUndefined()
  })

  it("are not called instant if one is polled or off", async () => {
    open({ ...hubPage, repositoryTriggers: { triggers: [trigger({ health: null })] } })
    await screen.findByText(/Through your hub/)
  })

  it("show an event as soon as it arrives, and none of another repository or account", async () => {
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

  it.each([
    ["codehost_new_review_request", true],
    ["codehost_new_mention", true],
    ["codehost_new_issue", false]
  ])("%s reads again what waits for the user: %s", async (of, reads) => {
    const event: EventView = {
      id: "e1",
      trigger: of,
      at: new Date().toISOString(),
      account: "codehost/team",
      data: { repository: "acme/widgets", title: "Fix it", number: 44, url: `${ADDRESS}/pull/44` }
    }
    // The second event comes before the first one's reading.
    const events = [event, { ...event, id: "e2", trigger: "codehost_new_star" }]
    const { answers, changes } = open(
      { ...hubPage, repositoryAsked: { reviews: [], mentions: [] }, nextEvents: { events, cursor: "7" } },
      ADDRESS,
      ["nextEvents"]
    )
    const needs = await part("Needs you")
    Object.assign(answers, {
      repositoryAsked: {
        reviews: [{ number: 44, title: "Fix it", by: "hubot", url: `${ADDRESS}/pull/44`, at: ago(0) }],
        mentions: []
      }
    })
    await waitFor(() => expect(changes("repositoryTriggers")).toHaveLength(2), { timeout: 3_000 })
    expect(changes("repositoryAsked")).toHaveLength(reads ? 2 : 1)
    if (reads) await needs.findByText("Review requested: Fix it")
  })
})

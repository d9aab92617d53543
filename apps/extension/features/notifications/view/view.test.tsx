// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/preact"
import { expect, it } from "vitest"

import { tellChange } from "../../../messaging/changes.ts"
import type { Send } from "../../../messaging/client.ts"
import { errors } from "../../../tests/samples/failures.ts"
import {
  DIRECT,
  HUB,
  permission,
  open,
  page,
  part,
  trigger,
  watched,
  withBrowser
} from "../../../tests/samples/repository.tsx"
import { NotificationSettings } from "./settings.tsx"

withBrowser()

const AT_HUB = {
  plugin: "codehost",
  account: "hub:team",
  trigger: "codehost_new_issue",
  place: "acme/widgets",
  title: "New issue"
}
const hubPage = { repositoryPage: page(HUB), repositoryTriggers: { triggers: [trigger()], way: "hub" } }

it("a trigger of the hub is chosen with its bell, which says when notifications come", async () => {
  const { changes } = open({ ...hubPage, chooseTrigger: { chosen: [AT_HUB] } })
  const triggers = await part("Triggers")
  await waitFor(() => expect(changes("chosenTriggers")).toHaveLength(1))
  const bell = await triggers.findByRole("button", { name: "Notify me of New issue" })
  expect(bell.getAttribute("aria-pressed")).toBe("false")
  expect(triggers.queryByText(/Shown on this desktop/)).toBeNull()
  fireEvent.click(bell)
  await triggers.findByText("Shown on this desktop within a minute, at once while this is open.")
  expect(bell.getAttribute("aria-pressed")).toBe("true")
  expect(changes("chooseTrigger")).toEqual([["chooseTrigger", { ...AT_HUB, isOn: true }]])
})

it("says that the browser shows none if the user refused, and asks again with a button", async () => {
  permission.answer = false
  const { changes } = open({ ...hubPage, chooseTrigger: { chosen: [AT_HUB] } })
  const triggers = await part("Triggers")
  await waitFor(() => expect(changes("chosenTriggers")).toHaveLength(1))
  fireEvent.click(await triggers.findByRole("button", { name: "Notify me of New issue" }))
  await triggers.findByText(/The browser does not let Inlay show notifications/)
  expect(triggers.queryByText(/Shown on this desktop/)).toBeNull()
  permission.answer = true
  fireEvent.click(triggers.getByRole("button", { name: "Allow…" }))
  await triggers.findByText(/Shown on this desktop within a minute/)
})

it("a chosen trigger is switched off with its bell", async () => {
  permission.now = true
  const { changes } = open({ ...hubPage, chosenTriggers: { chosen: [AT_HUB] }, chooseTrigger: { chosen: [] } })
  const triggers = await part("Triggers")
  await triggers.findByText(/Shown on this desktop/)
  fireEvent.click(triggers.getByRole("button", { name: "Notify me of New issue" }))
  await waitFor(() => expect(triggers.queryByText(/Shown on this desktop/)).toBeNull())
  expect(changes("chooseTrigger")).toEqual([["chooseTrigger", { ...AT_HUB, isOn: false }]])
  expect(permission.asked).toBe(0)
})

it("the settings say that the browser shows none, if something is chosen", async () => {
  const { title: _title, ...place } = AT_HUB
  settings({ chosenTriggers: { chosen: [] }, triggerPlaces: { places: [place] } })
  await screen.findByRole("checkbox")
  expect(screen.queryByText(/The browser does not let Inlay/)).toBeNull()
  cleanup()
  settings({ chosenTriggers: { chosen: [AT_HUB] }, triggerPlaces: { places: [place] } })
  await screen.findByText(/The browser does not let Inlay/)
})

/** The settings of two triggers. What asks for the chosen ones waits for the test's answer. */
const heldChoices = () => {
  const star = { ...AT_HUB, trigger: "codehost_new_star", title: "New star" }
  const answers: Array<(chosen: ReadonlyArray<typeof AT_HUB> | undefined) => void> = []
  const replyOf = (chosen: ReadonlyArray<typeof AT_HUB> | undefined) =>
    chosen === undefined ? { ok: false, error: errors.storage } : { ok: true, output: { chosen } }
  const send = ((name: string) =>
    name === "triggerPlaces"
      ? Promise.resolve({ ok: true, output: { places: [AT_HUB, star] } })
      : new Promise((answer) => answers.push((chosen) => answer(replyOf(chosen))))) as unknown as Send
  render(<NotificationSettings send={send} />)
  return { answers, star }
}

/** Both triggers are chosen, one right after the other. */
const twoClicks = async () => {
  const { answers, star } = heldChoices()
  answers[0]?.([])
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name })
  await waitFor(() => expect(box(/star/).checked).toBe(false))
  fireEvent.click(box(/New issue/))
  fireEvent.click(box(/star/))
  return { answers, star, box }
}

it("the newest choice is shown, whichever answer comes last", async () => {
  permission.now = true
  const { answers, star } = heldChoices()
  answers[0]?.([AT_HUB, star])
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name })
  await waitFor(() => expect(box(/star/).checked).toBe(true))
  fireEvent.click(box(/New issue/))
  fireEvent.click(box(/star/))
  answers[2]?.([])
  await waitFor(() => expect(box(/star/).checked).toBe(false))
  answers[1]?.([star])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(box(/star/).checked).toBe(false)
  // A reading that began before the choice.
  tellChange({ inlay: "chooseTrigger" }, { ok: true, output: { chosen: [] } })
  await waitFor(() => expect(answers).toHaveLength(4))
  fireEvent.click(box(/New issue/))
  answers[4]?.([AT_HUB])
  await waitFor(() => expect(box(/New issue/).checked).toBe(true))
  answers[3]?.([])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(box(/New issue/).checked).toBe(true)
})

it("the choices that were read last are shown, whichever answer comes last", async () => {
  permission.now = true
  const { answers } = heldChoices()
  tellChange({ inlay: "chooseTrigger" }, { ok: true, output: { chosen: [] } })
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.([AT_HUB])
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /New issue/ })
  await waitFor(() => expect(box.checked).toBe(true))
  answers[0]?.([])
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(box.checked).toBe(true)
})

it("a choice that could not be stored is said, also if another one was made meanwhile", async () => {
  permission.now = true
  const { answers, star, box } = await twoClicks()
  answers[1]?.(undefined)
  answers[2]?.([star])
  await waitFor(() => expect([box(/New issue/).checked, box(/star/).checked]).toEqual([false, true]))
  expect(screen.getByText(/storage/)).toBeDefined()
})

it("events of a watched repository are chosen kind by kind", async () => {
  const choice = { ...DIRECT, trigger: "runFailed", place: "acme/widgets", title: "Run failed" }
  const { owner: _owner, repo: _repo, ...one } = choice
  const { changes } = open({ watched: { ...watched, isWatched: true }, chooseTrigger: { chosen: [one] } })
  const triggers = await part("Triggers")
  await waitFor(() => expect(changes("chosenTriggers")).toHaveLength(1))
  fireEvent.click(await triggers.findByRole("checkbox", { name: "Run failed" }))
  await triggers.findByText("Shown on this desktop at each poll.")
  expect(changes("chooseTrigger")).toEqual([["chooseTrigger", { ...one, isOn: true }]])
})

const settings = (answers: Record<string, unknown>) => {
  const messages: Array<readonly [string, unknown]> = []
  const send = ((name: string, input: unknown) => {
    messages.push([name, input])
    const answer = answers[name] as object
    return Promise.resolve("reason" in answer ? { ok: false, error: answer } : { ok: true, output: answer })
  }) as unknown as Send
  render(<NotificationSettings send={send} />)
  return messages
}

it("the settings list every trigger that can be chosen, once, including those that are chosen already", async () => {
  permission.now = true
  const { title: _title, ...place } = AT_HUB
  const messages = settings({
    chosenTriggers: { chosen: [AT_HUB] },
    triggerPlaces: { places: [place, place, { ...place, trigger: "codehost_new_star", place: "acme" }] },
    chooseTrigger: { chosen: [] }
  })
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(2))
  const issue = screen.getByRole<HTMLInputElement>("checkbox", { name: /New issue/ })
  expect(issue.checked).toBe(true)
  fireEvent.click(issue)
  await waitFor(() => expect(messages.at(-1)).toEqual(["chooseTrigger", { ...AT_HUB, isOn: false }]))
})

it("the settings fold up more than 20 triggers by their repository, and say how many of each are chosen", async () => {
  const places = Array.from({ length: 6 }, (_, n) =>
    ["issue", "pullRequest", "runFailed", "mention"].map((kind) => ({
      plugin: "codehost",
      account: "work",
      trigger: kind,
      place: `acme/widgets-${n}`
    }))
  ).flat()
  const chosen = [
    { plugin: "codehost", account: "work", trigger: "mention", place: "Acme/Widgets-1", title: "Mentioned" }
  ]
  const send = ((name: string) =>
    Promise.resolve({
      ok: true,
      output: name === "triggerPlaces" ? { places } : { chosen }
    })) as unknown as Send
  render(<NotificationSettings send={send} />)
  await waitFor(() => expect(document.querySelectorAll("details")).toHaveLength(6))
  const lines = () => [...document.querySelectorAll("summary")].map((one) => one.textContent)
  await waitFor(() =>
    expect(lines().slice(0, 3)).toEqual(["acme/widgets-0 0 of 4", "acme/widgets-1 1 of 4", "acme/widgets-2 0 of 4"])
  )
  expect(document.querySelectorAll("details[open]")).toHaveLength(0)
  expect(screen.getAllByRole("checkbox", { hidden: true })).toHaveLength(24)
  // Who goes from box to box hears whose they are.
  const ofOne = within(screen.getByRole("group", { name: "acme/widgets-1", hidden: true }))
  expect(ofOne.getAllByRole("checkbox", { hidden: true })).toHaveLength(4)
})

it("the settings say of a chosen repository that it is not polled, once that is known", async () => {
  permission.now = true
  const chosen = { ...DIRECT, trigger: "issue", place: "acme/widgets", title: "New issue" }
  const { owner: _owner, repo: _repo, title: _title, ...place } = chosen
  settings({ chosenTriggers: { chosen: [{ ...place, title: "New issue" }] }, triggerPlaces: { places: [place] } })
  await screen.findByRole("checkbox")
  await waitFor(() => expect(screen.queryByText(/Not polled now/)).toBeNull())
  cleanup()
  const answers = { chosenTriggers: { chosen: [AT_HUB, { ...place, title: "New issue" }] } }
  // A hub may take seconds to answer.
  const reading = ((name: keyof typeof answers) =>
    name in answers ? Promise.resolve({ ok: true, output: answers[name] }) : new Promise(() => {})) as unknown as Send
  render(<NotificationSettings send={reading} />)
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(2))
  expect(screen.queryByText(/Not polled now/)).toBeNull()
  cleanup()
  settings({ ...answers, triggerPlaces: { places: [] } })
  expect(await screen.findAllByText(/Not polled now/)).toHaveLength(1)
})

it("the settings say what to do first if nothing can be chosen, once that is known", async () => {
  settings({ chosenTriggers: { chosen: [] }, triggerPlaces: { places: [] } })
  expect(screen.queryByText(/Nothing can be chosen yet/)).toBeNull()
  await screen.findByText(/Nothing can be chosen yet/)
})

it.each([
  ["does not answer", { is: "hub", why: "gone", origin: "http://127.0.0.1:4670" }],
  ["may not be reached", { is: "hostDenied", origin: "http://127.0.0.1:4670" }]
])(
  "the settings leave it to the hub's section that the hub %s, and read the triggers again on request",
  async (_, own) => {
    permission.now = true
    const gone = { ...errors.unavailable, what: "", own }
    const answers: Record<string, unknown> = { chosenTriggers: { chosen: [AT_HUB] }, triggerPlaces: gone }
    settings(answers)
    await screen.findByText(/triggers of the hub could not be read/)
    expect(screen.queryByRole("alert")).toBeNull()
    const { title: _title, ...place } = AT_HUB
    answers["triggerPlaces"] = { places: [{ ...place, trigger: "codehost_new_star" }] }
    fireEvent.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByRole("checkbox", { name: /star/ })
    expect(screen.queryByText(/could not be read/)).toBeNull()
  }
)

it("a title in another language is replaced", async () => {
  const messages = settings({
    chosenTriggers: { chosen: [{ ...AT_HUB, title: "Neues Issue" }] },
    triggerPlaces: { places: [] },
    chooseTrigger: { chosen: [AT_HUB] }
  })
  await waitFor(() => expect(messages).toContainEqual(["chooseTrigger", { ...AT_HUB, isOn: true }]))
  // Another page may be in the other language, and would replace it again.
  const { length } = messages
  tellChange({ inlay: "chooseTrigger" }, { ok: true, output: { chosen: [] } })
  await waitFor(() => expect(messages.slice(length)).toContainEqual(["chosenTriggers", {}]))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(messages.filter(([name]) => name === "chooseTrigger")).toHaveLength(1)
})

it("the settings follow a bell in the popup", async () => {
  permission.now = true
  const answers: Record<string, unknown> = { chosenTriggers: { chosen: [AT_HUB] }, triggerPlaces: { places: [AT_HUB] } }
  settings(answers)
  const issue = await screen.findByRole<HTMLInputElement>("checkbox", { name: /New issue/ })
  expect(issue.checked).toBe(true)
  answers["chosenTriggers"] = { chosen: [] }
  tellChange({ inlay: "chooseTrigger" }, { ok: true, output: { chosen: [] } })
  await waitFor(() => expect(issue.checked).toBe(false))
})

it("a title is not replaced once its trigger has been switched off", async () => {
  const other = { ...AT_HUB, trigger: "codehost_new_star", title: "Neuer Stern" }
  const answers: Record<string, unknown> = {
    chosenTriggers: { chosen: [{ ...AT_HUB, title: "Neues Issue" }, other] },
    triggerPlaces: { places: [] },
    // In the meantime, another page has removed the star trigger.
    chooseTrigger: { chosen: [AT_HUB] }
  }
  const messages = settings(answers)
  await waitFor(() => expect(messages.some(([name]) => name === "chooseTrigger")).toBe(true))
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(1))
  expect(messages.filter(([name]) => name === "chooseTrigger")).toHaveLength(1)
})

it("a choice that could not be stored is not shown as one, however often it is tried", async () => {
  const messages = settings({
    chosenTriggers: { chosen: [] },
    triggerPlaces: { places: [AT_HUB] },
    chooseTrigger: errors.storage
  })
  const issue = await screen.findByRole<HTMLInputElement>("checkbox", { name: /New issue/ })
  for (const times of [1, 2]) {
    fireEvent.click(issue)
    await waitFor(() => expect(messages.filter(([name]) => name === "chooseTrigger")).toHaveLength(times))
    await screen.findByText(/storage/)
    await waitFor(() => expect(issue.checked).toBe(false))
  }
})

it("the permission is given back when the last notification is switched off, and not before", async () => {
  permission.now = true
  const star = { ...AT_HUB, trigger: "codehost_new_star", title: "New star" }
  const answers: Record<string, unknown> = {
    chosenTriggers: { chosen: [AT_HUB, star] },
    triggerPlaces: { places: [] },
    chooseTrigger: { chosen: [star] }
  }
  settings(answers)
  fireEvent.click(await screen.findByRole("checkbox", { name: /New issue/ }))
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(1))
  expect(permission.now).toBe(true)
  answers["chooseTrigger"] = { chosen: [] }
  fireEvent.click(screen.getByRole("checkbox", { name: /star/ }))
  await waitFor(() => expect(permission.now).toBe(false))
})

it("the permission is kept while a second trigger is chosen right after the first", async () => {
  const { answers, star, box } = await twoClicks()
  answers[1]?.([AT_HUB])
  await new Promise((resolve) => setTimeout(resolve, 20))
  answers[2]?.([AT_HUB, star])
  await waitFor(() => expect(box(/star/).checked).toBe(true))
  expect(permission.now).toBe(true)
})

it("the permission is given back if the first choice could not be stored", async () => {
  open({ ...hubPage, chosenTriggers: { chosen: [] }, chooseTrigger: errors.storage })
  const triggers = await part("Triggers")
  fireEvent.click(await triggers.findByRole("button", { name: "Notify me of New issue" }))
  await triggers.findByText(/storage/)
  await waitFor(() => expect(permission.asked).toBe(1))
  await waitFor(() => expect(permission.now).toBe(false))
})

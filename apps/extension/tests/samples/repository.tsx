/** The popup on a repository's page, with the worker's answers. */
import { cleanup, render, screen, within } from "@testing-library/preact"
import { afterEach, beforeEach, vi } from "vitest"

import type { SubscriptionView } from "../../features/hub/requests.ts"
import type { Limit, RepositoryFacts, RepositoryPage, Run, Watched } from "../../features/repository/requests.ts"
import { View } from "../../features/repository/view/view.tsx"
import type { Send } from "../../messaging/client.ts"
import type { Reply, RequestName } from "../../messaging/contract.ts"
import type { Failure } from "../../messaging/failure.ts"
import { emptySessionStorage } from "../session-storage.ts"

export const ADDRESS = "https://github.com/acme/widgets"
export const DIRECT = { plugin: "codehost", account: "work", owner: "acme", repo: "widgets" }
export const HUB = { ...DIRECT, account: "hub:team" }
/** What the clock shows during each test of `withBrowser`: these samples may have been loaded long before it. */
const NOW = Date.parse("2026-11-23T13:45:00Z")
export const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString()

export const facts: RepositoryFacts = {
  name: "acme/widgets",
  url: ADDRESS,
  branch: "main",
  pushedAt: ago(12),
  login: "mona",
  isArchived: false,
  mayWrite: true
}

export const run = (id: number, over: Partial<Run> = {}): Run => ({
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

export const watched: Watched = { isWatched: false, seen: [], isFailing: false, everySeconds: 60 }
export const limit: Limit = { left: 4871, limit: 5000, fullAt: "2026-11-23T14:05:00Z" }

export const trigger = (over: Partial<SubscriptionView> = {}): SubscriptionView => ({
  id: "sub-1",
  name: "triage-agent",
  trigger: "codehost_new_issue",
  account: "codehost/team",
  target: { owner: "acme", repo: "widgets" },
  filters: {},
  url: "https://agent.example/hooks",
  enabled: true,
  disabledBecause: null,
  health: {
    subscription: "sub-1",
    ok: true,
    way: "webhook",
    startsInDay: 12,
    newestStart: { id: "msg_1", createdAt: ago(3), state: "delivered" },
    dead: 0,
    unreadable: 0,
    problems: []
  },
  ...over
})

export const failure = (over: Partial<Failure>): Failure => ({
  reason: "Unauthorized",
  what: "The service rejected the account's token.",
  operation: "repositoryFacts",
  remedy: { to: "renewKey" },
  ...over
})

type Answers = { readonly [N in RequestName]?: unknown }

export const page = (of: typeof DIRECT): RepositoryPage => ({
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
  repositoryTriggers: { triggers: [trigger()] },
  chosenTriggers: { chosen: [] },
  lineOrigins: { origins: [] },
  watched
}

/**
 * Opens the popup and records its requests in order. If the answer is a failure, the reply is a refusal; if it is a
 * promise, the reply comes with it; if it is missing, no reply ever comes.
 * @param once requests that are answered only once
 */
export const open = (over: Answers = {}, address = ADDRESS, once: ReadonlyArray<RequestName> = []) => {
  const asked: Array<readonly [RequestName, unknown]> = []
  const answers = { ...usual, ...over }
  const send = ((name: RequestName, input: unknown): Promise<Reply<RequestName>> => {
    const isOver = once.includes(name) && asked.some(([one]) => one === name)
    asked.push([name, input])
    if (isOver) return new Promise(() => undefined)
    const answer = answers[name]
    if (answer === undefined) return new Promise(() => undefined)
    if (answer instanceof Promise) return answer.then((output) => ({ ok: true, output: output as never }))
    const isFailure = typeof answer === "object" && answer !== null && "reason" in answer
    return Promise.resolve(isFailure ? { ok: false, error: answer as Failure } : { ok: true, output: answer as never })
  }) as Send
  const onNothing = vi.fn<(why: string | undefined) => void>()
  const tab = { address, tabId: 1, send }
  const view = render(
    <View
      tab={tab}
      shell={{ isFirst: true, onSettings: () => undefined }}
      onNothing={onNothing}
      onRecord={() => undefined}
    />
  )
  return { ...view, asked, answers, onNothing, changes: (name: RequestName) => asked.filter(([one]) => one === name) }
}

/**
 * Whether the browser grants the permission that a test is about, what the user answers when asked, how often that was,
 * and what was given back.
 */
export const permission = { now: false, answer: true, asked: 0 }
export const createTab = vi.fn<(tab: object) => Promise<void>>(() => Promise.resolve())
/** Call at the top level of a test file. The clock stands still; opened tabs are counted from zero in each test. */
export const withBrowser = (): void => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW })
    createTab.mockClear()
    Object.assign(permission, { now: false, answer: true, asked: 0 })
    vi.stubGlobal("chrome", {
      tabs: { create: createTab },
      permissions: {
        contains: () => Promise.resolve(permission.now),
        request: () => {
          permission.asked += 1
          permission.now ||= permission.answer
          return Promise.resolve(permission.answer)
        },
        remove: () => {
          permission.now = false
          return Promise.resolve(true)
        }
      },
      runtime: { getURL: (path: string) => `chrome-extension://id${path}` }
    })
    emptySessionStorage()
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}

export const part = async (title: string) => within(await screen.findByRole("region", { name: title }))
export const textOf = (container: HTMLElement) => container.textContent?.replaceAll(/\s+/g, " ") ?? ""

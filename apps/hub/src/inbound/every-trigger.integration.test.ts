/**
 * Every trigger of the code host, from an action at the service to the start of an agent. Each action starts exactly
 * what its row lists, by a hook if the service has one and by a poll otherwise.
 */
import { plugin } from "@inlay/codehost"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it, vi } from "vitest"

import { acts } from "../testing/events/acts.ts"
import { eventHub, type EventHub } from "../testing/events/hub.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { Inbox } from "./inbox.ts"

const directory = temporaryDirectories()
const SOON = { timeout: 30_000, interval: 50 }
const WIDGETS = { owner: "acme", repo: "widgets" }

/** The targets of triggers that do not watch a repository. */
const TARGETS: Readonly<Record<string, object>> = {
  codehost_new_repository: { org: "acme" },
  codehost_new_gist: { username: "hubot" },
  codehost_new_mention: {},
  codehost_project_item_status_changed: { owner: "acme", project_number: 1 },
  codehost_new_card_in_column: { ...WIDGETS, column_id: 367 }
}

/** Triggers for which no hook sends all events. */
const POLLED: ReadonlyArray<string> = ["codehost_new_gist", "codehost_new_mention", "codehost_new_watcher"]
/** Triggers that are also polled beside their hook, which sends most events. */
const BESIDE_HOOKS = ["codehost_new_tag"]

let hub: EventHub

const count = (query: string) =>
  hub
    .run(
      SqlClient.SqlClient.use((sql) => sql.unsafe<{ readonly rows: number }>(`SELECT count(*) AS rows FROM ${query}`))
    )
    .then(([row]) => Number(row?.rows))

/** How much of what was received is not processed yet. */
const unread = async () => {
  await hub.run(Inbox.use(({ moveAll }) => moveAll))
  return count("inbox WHERE state = 'new'")
}

/** Waits until nothing is under way: at the service, in the inbox, or to the agent. */
const settled = async () => {
  const counts = async () => [
    await hub.codeHost.underWay(),
    await unread(),
    await count("deliveries WHERE state = 'pending'")
  ]
  await vi.waitFor(async () => expect(await counts()).toEqual([0, 0, 0]), SOON)
}

/** Polls twice, because a poll that was already running may have made its request too early. */
const poll = async () => {
  for (const mark of ["once", "twice"]) {
    await hub.run(SqlClient.SqlClient.use((sql) => sql`UPDATE polls SET next_millis = 0, problem = ${mark}`))
    await vi.waitFor(async () => expect(await count(`polls WHERE problem = '${mark}'`)).toBe(0), SOON)
  }
}

beforeAll(async () => {
  hub = await eventHub(
    { directory: directory(), url: undefined },
    { prepare: ({ control }) => control("/settings", { classicProjects: true }) }
  )
  const hooked = plugin.triggers.map(({ id }) => id).filter((id) => !POLLED.includes(id))
  // A plan stores its polls after its hooks. Once the triggers subscribed last are polled, every hook has all its
  // events.
  for (const id of [...hooked, ...POLLED]) await hub.subscribe(id, { target: TARGETS[id] ?? WIDGETS })
  await vi.waitFor(async () => {
    expect(await count("polls")).toBe(POLLED.length + BESIDE_HOOKS.length)
    expect(await count("polls WHERE poll_cursor IS NULL")).toBe(0)
    for (const place of ["repos/acme/widgets", "orgs/acme"]) expect(await hub.codeHost.hooksAt(place)).toHaveLength(1)
  }, SOON)
  await settled()
}, 120_000)
afterAll(() => hub.close())

it.each(acts)("$name", async ({ act, isPolled, starts }) => {
  const before = hub.agent.all.length
  await act(hub.codeHost)
  await settled()
  if (isPolled) {
    await poll()
    await settled()
  }
  const now = hub.agent.all.slice(before)
  const expectedStarts = Object.entries(starts).flatMap(([trigger, data]) =>
    [data].flat().map((one) => ({
      id: expect.any(String),
      trigger,
      attempt: 1,
      account: "env",
      data: expect.objectContaining(one)
    }))
  )
  expect(now.map(({ body }) => body)).toHaveLength(expectedStarts.length)
  for (const one of expectedStarts) expect(now.map(({ body }) => body)).toContainEqual(expect.objectContaining(one))
  expect(new Set(now.map(({ id }) => id)).size).toBe(now.length)
})

it("has an act for every trigger, by a hook where the service has one", () => {
  const sources = new Map(hub.agent.all.map(({ body }) => [body.trigger as string, body.source as string]))
  expect([...sources.keys()].toSorted()).toEqual(plugin.triggers.map(({ id }) => id).toSorted())
  const polled = [...sources].flatMap(([trigger, source]) => (source === "poll" ? [trigger] : []))
  expect(polled.toSorted()).toEqual(["codehost_new_gist", "codehost_new_watcher"])
})

it("an agent that answers comments with a comment does not start itself", async () => {
  const before = hub.agent.all.length
  const answering: Array<Promise<unknown>> = []
  hub.agent.answers((response, { body }) => {
    const { number, repository } = body.data as { readonly number: number; readonly repository: string }
    const [owner, repo] = repository.split("/")
    const input = { owner, repo, issue_number: number, body: "I will look into it" }
    answering.push(hub.api("POST", "/api/tools/codehost_create_issue_comment/runs", { input }))
    response.writeHead(200).end()
  })
  await hub.codeHost.control("/comments", { number: 2, body: "Why so slow?" })
  await settled()
  expect(await Promise.all(answering)).toMatchObject([{ status: 200 }])
  await settled()
  expect(hub.agent.all.slice(before).map(({ body }) => body.data.body)).toEqual(["Why so slow?"])
  const { json } = await hub.api("GET", "/api/deliveries?state=skipped")
  expect(json.items).toMatchObject([
    { trigger: "codehost_new_comment", why: "The account's own run made this change." }
  ])
})

/**
 * An event's credit cap is never exceeded, however many runs happen at once, whoever runs them and by whatever
 * interface.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import { afterEach, beforeEach, expect, it } from "vitest"

import { eventHub, type EventHub } from "../../testing/events/hub.ts"
import { inlayJson, type ErrorDocument } from "../../testing/processes/command.ts"
import { withVariables } from "../../testing/variables.ts"
import { world } from "../../testing/world.ts"

const { env, sandbox, reset } = world()
const variables = withVariables()
let hub: EventHub
let at: string
beforeEach(async () => {
  const environment = env()
  variables(environment)
  at = environment["INLAY_DATA"] ?? ""
  hub = await eventHub({ directory: at, url: undefined })
  await reset()
})
afterEach(() => hub.close())

const TOOL = "salesdata_company_enrichment"
const control = async (path: string) => (await fetch(sandbox().control + path)).json()
const domains = async (): Promise<ReadonlyArray<string>> => {
  const { companies } = (await control("/directory")) as { companies: ReadonlyArray<{ domain: string }> }
  return [...new Set(companies.map(({ domain }) => domain))].slice(0, 20)
}

it("are one sum over all runs of a start, over HTTP and by command, refused before anything is sent", async () => {
  await hub.subscribe("codehost_new_issue", { creditsPerEvent: 3 })
  const hook = await hub.hook("repos/acme/widgets")
  await hook.deliver("issues", issue.body)
  const [start] = await hub.agent.starts(1)
  const event = start?.id ?? ""
  const tokens = [await hub.token(), await hub.token()]
  const subjects = await domains()
  // The event's credits are a further cap, and nobody's means.
  const poor = await hub.call("POST", `/api/tools/${TOOL}/runs`, {
    token: await hub.token({ creditsPerDay: 0 }),
    headers: { "inlay-event": event },
    body: { input: { domain: subjects[0] } }
  })
  expect([poor.status, poor.json.error.cap?.kind]).toEqual([403, "principal"])
  const answers = await Promise.all(
    subjects.map((domain, index) =>
      hub.call("POST", `/api/tools/${TOOL}/runs`, {
        token: tokens[index % 2],
        headers: { "inlay-event": event },
        body: { input: { domain } }
      })
    )
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const { status, json } of answers.filter((one) => one.status !== 200)) {
    expect([status, json.error.guard]).toEqual([403, "cap"])
    expect(json.error.message).toContain("3 of the event's cap of 3 credits are used")
  }
  expect(await control("/charges")).toMatchObject({ total: 3 })

  const refusedSubject = subjects.find((_, index) => answers[index]?.status !== 200) ?? ""
  const command = ["run", TOOL, "--input", JSON.stringify({ domain: refusedSubject }), "--data", at]
  const refused = await inlayJson<ErrorDocument>(command, { env: { ...env(), INLAY_EVENT_ID: event } })
  expect([refused.code, refused.json.error.guard]).toEqual([1, "cap"])
  expect(await control("/charges")).toMatchObject({ total: 3 })
  // Plugins' own commands, too.
  const list = join(at, "list.csv")
  writeFileSync(list, `domain\n${refusedSubject}\n`)
  const enrich = ["enrich", list, "--out", join(at, "enriched.csv"), "--data", at]
  const refusedList = await inlayJson<ErrorDocument>(enrich, { env: { ...env(), INLAY_EVENT_ID: event } })
  expect([refusedList.code, refusedList.json.error.guard]).toEqual([1, "cap"])
  expect(await control("/charges")).toMatchObject({ total: 3 })
  // A run that no event caused has no event cap.
  const free = await inlayJson(command, { env: env() })
  expect(free.code).toBe(0)
  expect(await control("/charges")).toMatchObject({ total: 4 })
})

/** Polls for assignments, of which the service names two people. */
import { expect, it } from "vitest"

import { polls } from "./polls.ts"

const { ask, control, poller } = polls()

const base = "/repos/acme/widgets"

it("an assignment was made by who assigned, whom the service does not call the actor", async () => {
  const poll = await poller("codehost_updated_issue", { owner: "acme", repo: "widgets" })
  await poll()
  const { token: ada } = await control("/tokens", { login: "ada", scopes: ["repo"], label: "of ada" })
  await ask("POST", `${base}/issues/1/assignees`, { assignees: ["grace"] }, ada)
  const [event] = await ask("GET", `${base}/issues/events?per_page=1`)
  expect(event).toMatchObject({ event: "assigned", actor: { login: "grace" }, assigner: { login: "ada" } })
  await ask("DELETE", `${base}/issues/1/assignees`, { assignees: ["grace"] }, ada)
  const occurrences = await poll()
  expect(occurrences.map(({ actor, data }) => [data.action, actor, data.actor])).toEqual([
    ["assigned", "ada", "ada"],
    ["unassigned", "ada", "ada"]
  ])
})

import { expect, it } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()
const root = "/repos/acme/widgets/actions"
const deploy = `${root}/workflows/deploy.yml`

const dispatch = (body: object, workflow = deploy, token?: string) =>
  ask(`${workflow}/dispatches`, { body, ...(token === undefined ? {} : { token }) })

it("starts a run that passes through its phases over time", async () => {
  const answer = await dispatch({ ref: "main", inputs: { environment: "staging" }, return_run_details: true })
  expect(answer.status).toBe(200)
  const id = Number(at(answer.body, "workflow_run_id"))
  expect(at(answer.body, "run_url")).toMatch(new RegExp(`/codehost/repos/acme/widgets/actions/runs/${id}$`))
  const look = async () => {
    const { body } = await ask(`${root}/runs/${id}`)
    return [at(body, "status"), at(body, "conclusion"), at(body, "updated_at")]
  }
  const [queued, , since] = await look()
  expect(queued).toBe("queued")
  await control("/clock", { advanceSeconds: 5 })
  expect((await look())[0]).toBe("in_progress")
  await control("/clock", { advanceSeconds: 10 })
  const [status, conclusion, until] = await look()
  expect([status, conclusion]).toEqual(["completed", "success"])
  expect(String(until) > String(since)).toBe(true)
})

it("lists the run immediately, with its actor and branch", async () => {
  expect((await dispatch({ ref: "feature/a/b", inputs: { environment: "staging", dry_run: true } })).status).toBe(204)
  const { body } = await ask(`${root}/runs?event=workflow_dispatch`)
  expect([at(body, "total_count"), objects(at(body, "workflow_runs")).length]).toEqual([1, 1])
  expect(at(body, "workflow_runs", 0)).toMatchObject({
    name: "Deploy",
    head_branch: "feature/a/b",
    event: "workflow_dispatch",
    status: "queued",
    conclusion: null,
    run_number: 1,
    actor: { login: "mona" },
    repository: { full_name: "acme/widgets" }
  })
  await dispatch({ ref: "refs/heads/main", inputs: { environment: "staging" } })
  expect(at((await ask(`${deploy}/runs`)).body, "workflow_runs", 0)).toMatchObject({
    run_number: 2,
    head_branch: "main"
  })
})

it.each([
  [{}, /"ref" wasn't supplied/],
  [{ ref: "main" }, /^Required input 'environment' not provided$/],
  [{ ref: "main", inputs: { environment: "" } }, /^Required input 'environment' not provided$/],
  [{ ref: "main", inputs: { environment: "staging", color: "red" } }, /^Unexpected inputs provided: \["color"\]$/],
  [{ ref: "main", inputs: { environment: "the moon" } }, /not in the list of allowed values/],
  [{ ref: "main", inputs: { environment: "staging", dry_run: "perhaps" } }, /is not of type boolean/],
  [{ ref: "main", inputs: { environment: ["staging"] } }, /Invalid value for input/],
  [{ ref: "main", inputs: [] }, /is not an object/],
  [{ ref: "nothing", inputs: { environment: "staging" } }, /^No ref found for: nothing$/]
])("refuses %j", async (body, message) => {
  const { body: answer, status } = await dispatch(body)
  expect([status, at(answer, "message")]).toEqual([422, expect.stringMatching(message)])
  expect(at((await ask(`${root}/runs?event=workflow_dispatch`)).body, "total_count")).toBe(0)
})

it("starts only workflows that have the trigger and are enabled", async () => {
  const byHand = await dispatch({ ref: "main" }, `${root}/workflows/release.yml`)
  expect([byHand.status, at(byHand.body, "message")]).toEqual([
    422,
    "Workflow does not have 'workflow_dispatch' trigger"
  ])
  await ask(`${deploy}/disable`, { method: "PUT" })
  const refusal = await dispatch({ ref: "main", inputs: { environment: "staging" } })
  expect([refusal.status, at(refusal.body, "message")]).toEqual([
    422,
    "Cannot trigger a 'workflow_dispatch' on a disabled workflow"
  ])
})

it("enables and disables, by id or file, for users with push access", async () => {
  const state = async () => at((await ask(deploy)).body, "state")
  expect((await ask(`${root}/workflows/7002/disable`, { method: "PUT" })).status).toBe(204)
  expect(await state()).toBe("disabled_manually")
  expect((await ask(`${deploy}/disable`, { method: "PUT" })).status).toBe(204)
  expect((await ask(`${deploy}/enable`, { method: "PUT" })).status).toBe(204)
  expect((await ask(`${deploy}/enable`, { method: "PUT" })).status).toBe(204)
  expect(await state()).toBe("active")
  expect((await ask(`${root}/workflows/nothing.yml/enable`, { method: "PUT" })).status).toBe(404)
  await control("/tokens", { login: "linus", token: "reader", scopes: ["repo"] })
  const reader = await ask(`${deploy}/disable`, { method: "PUT", token: "reader" })
  expect(reader.status).toBe(403)
  expect((await dispatch({ ref: "main" }, deploy, "reader")).status).toBe(403)
  const readOnly = await ask(`${deploy}/disable`, { method: "PUT", token: "sandbox-reader-token-not-a-secret" })
  expect([readOnly.status, at(readOnly.body, "message")]).toEqual([
    403,
    "Resource not accessible by personal access token"
  ])
  expect((await ask(`${deploy}/disable`, { method: "PUT", token: null })).status).toBe(401)
})

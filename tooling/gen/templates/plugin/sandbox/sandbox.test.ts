import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"

import recorded from "../fixtures/item.json" with { type: "json" }
import { startSandbox, type RunningSandbox } from "./index.ts"

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const control = async (path: string, body?: object) => {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
  const response = await fetch(`${sandbox.control}${path}`, init)
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}
beforeEach(() => control("/reset", {}))

const ask = (path: string, token = sandbox.env.INLAY_STARTER_TOKEN) =>
  fetch(`${sandbox.urls.starter}${path}`, { headers: { authorization: `Bearer ${token}` } })

it("answers with its token alone, and writes down no token", async () => {
  expect((await ask("/items/itm_1")).status).toBe(200)
  expect((await ask("/items/itm_1", "another")).status).toBe(401)
  expect((await control("/calls")).body).toEqual({
    calls: [
      { method: "GET", path: "/items/itm_1", status: 200 },
      { method: "GET", path: "/items/itm_1", status: 401 }
    ]
  })
})

it("answers as was recorded", async () => {
  const answer = await ask("/items/itm_1")
  expect([answer.status, await answer.json()]).toEqual([recorded.status, recorded.body])
})

it("knows nothing else", async () => {
  for (const path of ["/items", "/items/no-such-item", "/items/itm_1/more", "/"]) {
    expect((await ask(path)).status).toBe(404)
  }
})

it("fails as it is told, as often as it is told, until the reset", async () => {
  await control("/faults", { fault: "server-error", times: 2 })
  expect([(await ask("/user")).status, (await ask("/user")).status, (await ask("/user")).status]).toEqual([
    500, 500, 200
  ])
  expect((await ask("/items/fault-throttle")).headers.get("retry-after")).toBe("1")
  await expect(ask("/items/fault-reset")).rejects.toThrow()
  await control("/faults", { fault: "hang" })
  await control("/reset", {})
  expect((await ask("/user")).status).toBe(200)
})

it.each([[{ fault: "no-such" }], [{}], [{ fault: "hang", times: 0 }], [{ fault: "hang", times: "2" }]])(
  "refuses the fault %j",
  async (body) => expect((await control("/faults", body)).status).toBe(400)
)

it("says which controls there are", async () => {
  const { status, body } = await control("/nothing")
  expect([status, body["message"]]).toEqual([404, expect.stringContaining("GET /calls")])
})

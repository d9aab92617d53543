import { readFileSync } from "node:fs"

import { expect, test } from "vitest"

import { routes } from "../routes.ts"
import { at, startFor } from "../testing/bench.ts"
import { unsimulatedRoutes } from "./beyond.ts"
import { makeRouter } from "./router.ts"

const { ask } = startFor()

test.each([
  ["GET", "/repos/acme/widgets/commits/main/check-runs"],
  ["GET", "/repos/acme/widgets/branches/main/protection"],
  ["PUT", "/repos/acme/widgets/branches/feature/blue/protection"],
  ["POST", "/repos/acme/widgets/statuses/main"],
  ["GET", "/repos/acme/widgets/dependabot/alerts"],
  ["GET", "/orgs/acme/teams"],
  ["GET", "/zen"]
])("%s %s is an operation of the service that is not simulated: 501", async (method, path) => {
  const { body, status } = await ask(path, { method })
  expect([status, at(body, "message")]).toEqual([501, "This operation of the service is not simulated."])
})

test.each(["/repos/acme/widgets/no-such-thing", "/repos/acme/widgets/issues/1/no-such-thing", "/no-such-thing"])(
  "GET %s is not an operation of the service: 404",
  async (path) => {
    expect((await ask(path)).status).toBe(404)
  }
)

test("no operation of the service is mistaken for another one", () => {
  const router = makeRouter({ ...unsimulatedRoutes(routes), ...routes })
  const shape = (template: string | undefined) => template?.replaceAll(/\{\w+\}(\.\.\.\{\w+\})?/g, "1")
  const lines = readFileSync(new URL("./assets/operations.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
  const wrong = lines.flatMap((line) => {
    const [template = "", ...methods] = line.split(" ")
    const path = shape(template) ?? ""
    return methods.filter((method) => shape(router(method, path)?.template) !== path).map((method) => method + path)
  })
  expect(wrong).toEqual([])
})

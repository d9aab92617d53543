import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, ask } = stepWorld("codehost_star_repo")

it("stars a repository; starring again changes nothing", async () => {
  expect((await ask("DELETE", "/user/starred/acme/widgets")).status).toBe(204)
  expect(await run(widgets)).toEqual({ starred: true })
  expect((await ask("GET", "/user/starred/acme/widgets")).status).toBe(204)
  expect(await run(widgets)).toEqual({ starred: true })
})

it("says that a repository is missing", async () => {
  expect((await reason({ owner: "acme", repo: "nothing-here" }))._tag).toBe("NotFound")
})

it("refuses invalid names", async () => {
  expect(await wrongFields({ owner: "acme", repo: "widgets/stargazers" })).toEqual(["repo"])
})

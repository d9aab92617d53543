import { expect, it } from "vitest"

import { house } from "./reference.ts"

it("reads every public library, and finds nothing undocumented and no link that leads nowhere", async () => {
  const { project, problems } = await house()
  expect(problems).toEqual([])
  const names = project.children?.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["@inlay/core-http", "@inlay/salesdata/tool-steps/people-search"]))
}, 120_000)

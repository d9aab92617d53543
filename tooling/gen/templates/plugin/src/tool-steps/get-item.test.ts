import { describe, expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { run, failure, calls, fault, sandbox } = world()
const STEP = "starter_get_item"

describe(STEP, () => {
  it("reads every example", async () => {
    for (const input of sandbox().examples[STEP]?.match ?? []) {
      expect(await run(STEP, input)).toMatchObject({ ...input, name: expect.any(String), url: expect.any(String) })
    }
    expect(await calls()).not.toEqual([])
  })

  it("names an item that is not there", async () => {
    for (const input of sandbox().examples[STEP]?.noMatch ?? []) {
      expect((await failure(STEP, input)).reason._tag).toBe("NotFound")
    }
  })

  it("keeps an id within its path segment", async () => {
    await failure(STEP, { id: "a/b" })
    expect(await calls()).toMatchObject([{ path: "/items/a%2Fb" }])
  })

  it("asks again after a short throttle", async () => {
    await fault("throttle")
    expect(await run(STEP, { id: "itm_1" })).toMatchObject({ id: "itm_1" })
    expect((await calls()).map(({ status }) => status)).toEqual([403, 200])
  })

  it("fails with an answer of another shape", async () => {
    await fault("other-shape")
    expect((await failure(STEP, { id: "itm_1" })).reason._tag).toBe("Decode")
  })

  it.each([[{}], [{ id: "" }], [{ id: 1 }], [{ id: "itm_1", other: true }]])(
    "refuses %j before anything is sent",
    async (input) => {
      expect((await failure(STEP, input)).reason._tag).toBe("Invalid")
      expect(await calls()).toEqual([])
    }
  )
})

import { describe, expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { run, failure, calls, sandbox } = world()
const STEP = "starter_api_call"

describe(STEP, () => {
  it("answers every example with its status and body", async () => {
    for (const input of sandbox().examples[STEP]?.match ?? []) {
      expect(await run(STEP, input)).toMatchObject({ status: 200, body: expect.anything() })
    }
    expect(await calls()).not.toEqual([])
  })

  it("names what is not there", async () => {
    expect((await failure(STEP, { method: "GET", endpoint: "/no/such/path" })).reason._tag).toBe("NotFound")
  })

  it("shows no secret", async () => {
    const outcome = await run(STEP, { method: "GET", endpoint: "/user" })
    expect(JSON.stringify(outcome)).not.toContain(sandbox().env.INLAY_STARTER_TOKEN)
  })
})

/** Listening without a subscription: the account is chosen among those that the caller may use. */
import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let codehost: RunningSandbox
let hub: RunningHub

beforeAll(async () => {
  codehost = await startSandbox()
  hub = await startHub(directory())
  const token = await hub.token({ manages: true })
  for (const name of ["work", "secret-client"]) {
    const { json } = await hub.call("POST", "/api/accounts", {
      token,
      body: {
        plugin: "codehost",
        kind: "token",
        name,
        values: { base_url: codehost.urls.codehost, token: codehost.env["INLAY_CODEHOST_TOKEN"] ?? "" }
      }
    })
    expect(json.id).toBe(`codehost/${name}`)
  }
})
afterAll(async () => {
  await hub.close()
  await codehost.close()
})

const watch = async (accounts?: ReadonlyArray<string>) =>
  hub.call("POST", "/api/watches", {
    token: await hub.token(accounts && { accounts }),
    body: { trigger: "codehost_new_star", target: { owner: "acme", repo: "widgets" } }
  })

it("without an account uses the only one of the token, and names no other", async () => {
  const { status, json } = await watch(["codehost/work"])
  expect([status, json]).toMatchObject([200, { account: "codehost/work" }])
  expect((await watch()).json.error).toMatchObject({ reason: "NotFound", known: ["secret-client", "work"] })
  const none = await watch(["codehost/gone"])
  expect(none.json.error).toMatchObject({ reason: "Unauthorized" })
  expect(none.text).not.toContain("secret-client")
})

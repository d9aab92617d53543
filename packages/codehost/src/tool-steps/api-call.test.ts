import { describe, expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, ask, calls, sandbox } = stepWorld("codehost_api_call")
const REPO = `/repos/${widgets.owner}/${widgets.repo}`

describe("every method", () => {
  it("answers every example", async () => {
    for (const input of sandbox().examples["codehost_api_call"]?.match ?? []) {
      expect((await run(input)).status).toBeLessThan(300)
    }
    expect(await calls()).not.toEqual([])
  })

  it("reads, creates, changes, replaces and deletes", async () => {
    const output = await run({
      method: "POST",
      endpoint: `${REPO}/labels`,
      body: { name: "made here", color: "ff0000" }
    })
    expect(output).toMatchObject({ status: 201, body: { name: "made here" } })
    const label = `${REPO}/labels/made%20here`
    expect(await run({ method: "PATCH", endpoint: label, body: { color: "00ff00" } })).toMatchObject({ status: 200 })
    expect(await get(label)).toMatchObject({ color: "00ff00" })
    const lock = { method: "PUT", endpoint: `${REPO}/issues/1/lock`, body: { lock_reason: "resolved" } }
    expect(await run(lock)).toMatchObject({ status: 204, body: null })
    expect(await get(`${REPO}/issues/1`)).toMatchObject({ locked: true })
    expect(await run({ method: "DELETE", endpoint: label })).toMatchObject({ status: 204 })
    expect((await ask("GET", label)).status).toBe(404)
  })

  it("names what does not exist, and shows no token", async () => {
    expect((await reason({ method: "GET", endpoint: "/no/such/path" }))._tag).toBe("NotFound")
    const outcome = await run({ method: "GET", endpoint: "/user" })
    expect(JSON.stringify(outcome)).not.toContain(sandbox().env.INLAY_CODEHOST_TOKEN)
  })
})

describe("accept", () => {
  const readme = { method: "GET", endpoint: `${REPO}/contents/README.md` }

  it("has a default: the answer is the service's JSON", async () => {
    for (const headers of [undefined, {}, { "x-note": "1" }]) {
      const answer = await run({ ...readme, ...(headers !== undefined && { headers }) })
      expect(answer.headers["content-type"]).toMatch(/^application\/json/)
      expect(answer.body).toMatchObject({ type: "file", encoding: "base64" })
    }
  })

  it("is kept as given, in any letter case: text is returned as text", async () => {
    const text = Buffer.from((await get(`${REPO}/contents/README.md`)).content, "base64").toString()
    for (const name of ["accept", "Accept", "ACCEPT"]) {
      expect((await run({ ...readme, headers: { [name]: "application/vnd.github.raw+json" } })).body).toBe(text)
    }
    const diff = { method: "GET", endpoint: `${REPO}/commits/feature/a/b` }
    expect((await run({ ...diff, headers: { accept: "application/vnd.github.diff" } })).body).toMatch(/^diff --git /)
  })
})

describe("headers", () => {
  it("are sent, except those that the client itself sets", async () => {
    const { etag } = (await run({ method: "GET", endpoint: REPO })).headers
    const second = await run({ method: "GET", endpoint: REPO, headers: { "if-none-match": etag } })
    expect([second.status, second.body]).toEqual([304, null])
  })

  it.each(["authorization", "Host", "content-length", "cookie", "proxy-authorization", "transfer-encoding"])(
    "refuses %s",
    async (name) =>
      expect(await wrongFields({ method: "GET", endpoint: REPO, headers: { [name]: "x" } })).toEqual(["Refused"])
  )
})

it.each([
  [{ method: "TRACE", endpoint: REPO }, ["method"]],
  [{ method: "GET" }, ["endpoint"]],
  [{ method: "GET", endpoint: REPO, body: "text" }, ["body"]],
  [{ method: "GET", endpoint: "//elsewhere.example/x" }, ["Refused"]],
  [{ method: "GET", endpoint: "/repos/../../x" }, ["Refused"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))

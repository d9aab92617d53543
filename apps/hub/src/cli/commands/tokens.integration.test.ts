/** `inlay tokens`: the limits of a new token, and names that several tokens have. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { storesAt } from "../../testing/places.ts"
import type { ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

const directory = temporaryDirectories()

const create = async (data: string, name: string, ...flags: ReadonlyArray<string>) => {
  const { json } = await commandJson<{ readonly id: string }>(["tokens", "create", name, ...flags, "--data", data])
  return json.id
}

it("a new token has every limit that its flags name, also that of no credits", async () => {
  const options = { env: { INLAY_DATA: directory(), INLAY_CODEHOST_TOKEN: "a-token-of-the-environment" } }
  const limits = ["--only-plugin", "codehost", "--account", "codehost/env", "--tool", "codehost_get_commit"]
  const args = ["tokens", "create", "ci", ...limits, "--credits-per-day", "0", "--expires-in-days", "90"]
  const { json } = await commandJson<{ readonly createdAt: string; readonly expiresAt: string }>(args, options)
  expect(json).toMatchObject({
    grant: {
      plugins: ["codehost"],
      accounts: ["codehost/env"],
      tools: ["codehost_get_commit"],
      readOnly: false,
      creditsPerDay: 0
    }
  })
  expect(Math.round((Date.parse(json.expiresAt) - Date.parse(json.createdAt)) / 86_400_000)).toBe(90)
  const { stdout } = await command(["tokens"], options)
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("0 credits")
})

it("a token whose only account was removed is said to use none, rather than all", async () => {
  const data = directory()
  await create(data, "ci")
  const removal = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE hub_tokens SET allowed = ${JSON.stringify({ accounts: [], readOnly: false })}`
  )
  await Effect.runPromise(Effect.provide(removal, storesAt({ directory: data, url: undefined })))
  expect((await command(["tokens", "--data", data])).stdout).toContain("no account")
})

it("a name that several tokens have revokes none, and names only these, with what each may do", async () => {
  const data = directory()
  const others = [await create(data, "adm", "--manage"), await create(data, "CI 1")]
  const namesakes = [
    await create(data, "ci"),
    await create(data, "ci", "--read-only"),
    await create(data, "ci", "--credits-per-day", "25000")
  ]
  const { code, stderr } = await command(["tokens", "revoke", "ci", "--data", data])
  expect(code).toBe(1)
  const said = stderr.replaceAll(/\s+/g, " ")
  expect(said).toContain(`Several tokens are named “ci”. Nothing was changed. Name one by its id: `)
  expect(said).toContain(`${namesakes[0]} (every tool and account, created `)
  expect(said).toContain(`${namesakes[1]} (read-only, created `)
  expect(said).toContain(`${namesakes[2]} (25,000 credits a day, created `)
  for (const id of others) expect(said).not.toContain(id)
  const { json } = await commandJson<ErrorDocument>(["tokens", "revoke", "ci", "--data", data])
  expect(json.error).toMatchObject({ reason: "Conflict", fix: expect.stringContaining(namesakes[0] ?? "") })
  expect((await commandJson<ReadonlyArray<unknown>>(["tokens", "--data", data])).json).toHaveLength(5)
})

it("an unknown name is said with the nearest ones, each once", async () => {
  const data = directory()
  for (const name of ["ci", "ci", "nightly"]) await create(data, name)
  const { json } = await commandJson<ErrorDocument>(["tokens", "revoke", "cj", "--data", data])
  const known = json.error.known ?? []
  expect([json.error.reason, known.filter((name) => name === "ci")]).toEqual(["NotFound", ["ci"]])
})

it("an id revokes its token, also if another has a name like it", async () => {
  const data = directory()
  const id = await create(data, "ci")
  const namesake = await create(data, id)
  const { json } = await commandJson<{ readonly id: string }>(["tokens", "revoke", id, "--data", data])
  expect(json).toMatchObject({ ok: true, id, name: "ci" })
  const rest = await commandJson<ReadonlyArray<unknown>>(["tokens", "--data", data])
  expect(rest.json).toMatchObject([{ id: namesake }])
})

it("creating a token says if another has its name", async () => {
  const data = directory()
  expect((await command(["tokens", "create", "ci", "--data", data])).stdout).not.toContain("also named")
  const { stdout } = await command(["tokens", "create", "ci", "--data", data])
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("Another token is also named ci: revoke either by its id")
})

it("a limit that names nothing is said by its flag and its value", async () => {
  const args = ["tokens", "create", "ci", "--account", "nope", "--tool", "codehost_star", "--data", directory()]
  const { code, json } = await commandJson<ErrorDocument>(args)
  expect([code, json.error.message]).toEqual([
    1,
    expect.stringMatching(
      /^--account names “nope”, which does not exist; .*--tool names “codehost_star”, which does not exist/
    )
  ])
})

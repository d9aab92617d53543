// Renamed and transferred repositories: the service redirects to an address with the repository's number.
import { describe, expect, it } from "vitest"

import { answers, type ReceivedRequest, type PreparedAnswer } from "../../tests/answers.ts"
import { clients, reasonOf } from "../../tests/clients.ts"

const { client } = clients()
const server = answers()

const old = { owner: "acme", repo: "old" }
const MOVED = "https://docs.example.com/rest/guides/best-practices#follow-redirects"

const issue = {
  id: 1,
  number: 5,
  title: "It squeaks",
  state: "open",
  html_url: "https://codehost.example/acme/other/issues/9",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z"
}
const repository = {
  id: 7,
  name: "new",
  full_name: "acme/new",
  owner: { login: "acme", id: 1 },
  private: false,
  html_url: "x"
}

/** acme/old was renamed to acme/new; issue 5 of Acme/Widgets was transferred and is issue 9 of acme/other. */
const service = ({ method, target }: ReceivedRequest): PreparedAnswer => {
  const to = (path: string): PreparedAnswer => {
    const location = `${server.origin()}/api${path}`
    const status = method === "GET" ? 301 : 307
    return {
      status,
      headers: { location },
      body: { message: "Moved Permanently", url: location, documentation_url: MOVED }
    }
  }
  const path = target.slice("/api".length)
  const below = /^\/repos\/acme\/old(.*)$/.exec(path)
  if (below !== null) return to(`/repositories/7${below[1]}`)
  if (path.startsWith("/user/starred/acme/old")) return to("/user/starred/acme/new")
  if (path === "/repositories/7" || path === "/repos/acme/new") return { body: repository }
  if (path === "/repositories/7/issues/5" || path === "/repositories/8/issues/9") return { body: issue }
  if (path.startsWith("/repositories/7/issues")) return { body: [issue] }
  if (path.startsWith("/repos/acme/widgets/issues/5")) return to("/repositories/8/issues/9")
  if (path === "/repos/acme/widgets") return { body: { ...repository, full_name: "Acme/Widgets" } }
  return { status: 404, body: { message: "Not Found" } }
}

const movedClient = (settings: object = {}) => {
  server.answer(service)
  return client({ baseUrl: `${server.origin()}/api`, ...settings })
}

describe("a renamed repository", () => {
  it("is read by its old name", async () => {
    const code = await movedClient()
    expect(await code.repositories.get(old)).toMatchObject({ full_name: "acme/new" })
    expect(await code.issues.get({ ...old, issue_number: 5 })).toMatchObject({ title: "It squeaks" })
    expect((await code.issues.page(old)).items).toHaveLength(1)
  })

  it.each([
    ["issues.create", "acme/old", "acme/new"],
    ["issues.comment", "acme/old", "acme/new"],
    ["contents.put", "acme/old", "acme/new"],
    ["repositories.star", "acme/old", "acme/new"],
    ["call", "acme/old", "acme/new"],
    ["transferred", "acme/widgets#5", "acme/other#9"]
  ])("is changed only by its new name, which the error gives (%s)", async (kind, from, to) => {
    const code = await movedClient()
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      "issues.create": () => code.issues.create({ ...old, title: "a" }),
      "issues.comment": () => code.issues.comment({ ...old, issue_number: 5, body: "a" }),
      "contents.put": () => code.contents.put({ ...old, path: "a.md", content: "a" }),
      "repositories.star": () => code.repositories.star(old),
      call: () => code.call({ operation: "apiCall", method: "DELETE", endpoint: "/repos/acme/old/labels/bug?x=1" }),
      transferred: () => code.issues.comment({ owner: "acme", repo: "widgets", issue_number: 5, body: "a" })
    }
    const error = (await calls[kind]?.().catch((reason: unknown) => reason)) as Error & { readonly outcome?: string }
    expect(error).toMatchObject({
      reason: {
        _tag: "NotFound",
        what: `${from} is now ${to}.`,
        remedy: { to: "chooseName", names: [to] },
        nothing: "changed",
        known: [to]
      }
    })
    expect(error.outcome).toBeUndefined()
    expect(server.asked().filter(({ method }) => method !== "GET")).toHaveLength(1)
  })

  it("is not followed by an account that is limited to its old name", async () => {
    const code = await movedClient({ repositories: ["acme/old"] })
    expect(await reasonOf(code.repositories.get(old))).toMatchObject({
      _tag: "Refused",
      what: expect.stringMatching(/renamed/),
      remedy: { to: "checkNames" }
    })
    expect(server.asked()).toHaveLength(1)
    // Its new name is outside, so it is not asked for either.
    const change = await reasonOf(code.issues.create({ ...old, title: "a" }))
    expect(change).toMatchObject({ _tag: "Refused", guard: "redirect" })
    expect(JSON.stringify(change)).not.toContain("acme/new")
    expect(server.asked()).toHaveLength(2)
  })
})

describe("a token that only sees public repositories", () => {
  const scopes = { "x-oauth-scopes": "public_repo", "x-accepted-oauth-scopes": "repo" }
  it.each([
    ["what is missing in a public one is not found", 200, "NotFound"],
    ["what is not shown to it is said to need the scope", 404, "Forbidden"]
  ])("%s", async (_, status, tag) => {
    server.answer(({ method }) =>
      method === "GET" && status === 200
        ? { headers: scopes, body: repository }
        : { status: 404, headers: scopes, body: { message: "Not Found" } }
    )
    const code = await client({ baseUrl: server.origin() })
    const call = code.issues.comment({ owner: "acme", repo: "new", issue_number: 999, body: "a" })
    expect((await reasonOf(call))._tag).toBe(tag)
  })
})

import { describe, expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client, calls, control } = clients()
const server = answers()

describe("an issue", () => {
  it("is not opened by a token without the scope, and the error names the scope", async () => {
    const { token } = await control("/tokens", { login: "mona", kind: "classic", scopes: ["gist"] })
    const { issues } = await client({ token })
    expect(await reasonOf(issues.create({ ...widgets, title: "It rattles" }))).toMatchObject({
      _tag: "Forbidden",
      needs: "the scope repo or public_repo"
    })
  })

  it("is created, changed and read back", async () => {
    const { issues } = await client()
    const record = await issues.create({
      ...widgets,
      title: "It rattles",
      body: "A lot.",
      labels: ["bug"],
      assignees: ["mona"]
    })
    const issueName = { ...widgets, issue_number: record.number }
    expect(await issues.get(issueName)).toMatchObject({ title: "It rattles", state: "open", body: "A lot." })
    expect(await issues.update({ ...issueName, state: "closed", state_reason: "not_planned" })).toMatchObject({
      state: "closed",
      state_reason: "not_planned",
      title: "It rattles"
    })
    expect(await issues.update({ ...issueName, state: "open", title: "Quiet now", labels: [] })).toMatchObject({
      state: "open",
      title: "Quiet now",
      labels: []
    })
    const comment = await issues.comment({ ...issueName, body: "Seen." })
    expect(comment).toMatchObject({ body: "Seen.", user: { login: "mona" } })
    expect(await issues.get(issueName)).toMatchObject({ comments: 1 })
  })

  it("names what the service leaves out without an error", async () => {
    const { issues: own } = await client()
    const asked = { labels: ["Bug"], assignees: ["MONA"] }
    const written = await own.create({ ...widgets, title: "It rattles", ...asked })
    expect(written).not.toHaveProperty("not_applied")
    const { token } = await control("/tokens", { login: "edsger", kind: "classic", scopes: ["repo"] })
    const { issues } = await client({ token })
    const issue = await issues.create({ ...widgets, title: "Mine", ...asked, milestone: 1, type: "Bug" })
    expect(issue).toMatchObject({
      title: "Mine",
      labels: [],
      not_applied: ["labels", "assignees", "milestone", "type"],
      not_applied_problem: expect.stringContaining("lacks push access")
    })
    const issueName = { ...widgets, issue_number: issue.number }
    const change = { ...issueName, title: "Still mine", labels: ["bug"], milestone: null, type: null }
    expect(await issues.update(change)).toMatchObject({ title: "Still mine", not_applied: ["labels"] })
    await own.update({ ...issueName, labels: ["bug"] })
    expect(await issues.update({ ...issueName, labels: [] })).toMatchObject({ not_applied: ["labels"] })
    expect(await own.update({ ...issueName, labels: ["BUG", "bug"] })).not.toHaveProperty("not_applied")
  })

  it("is assigned to an app, which the service shows by another login than the name that it takes", async () => {
    const at = "2026-01-01T00:00:00Z"
    const copilot = { login: "Copilot", id: 198, type: "Bot", html_url: `${server.origin()}/apps/copilot-swe-agent` }
    const issue = { id: 1, number: 1, title: "t", state: "open", html_url: "h", created_at: at, updated_at: at }
    const { issues } = await client({ baseUrl: server.origin() })
    const labels = ["copilot-swe-agent"]
    const asked = { ...widgets, title: "t", assignees: ["copilot-swe-agent[bot]"], labels }
    server.answer(() => ({ status: 201, body: { ...issue, labels, assignees: [copilot] } }))
    expect(await issues.create(asked)).not.toHaveProperty("not_applied")
    expect(await issues.update({ ...asked, issue_number: 1 })).not.toHaveProperty("not_applied")
    server.answer(() => ({
      status: 201,
      body: { ...issue, labels, assignees: [{ ...copilot, html_url: "/apps/other" }] }
    }))
    expect(await issues.create(asked)).toMatchObject({ not_applied: ["assignees"] })
  })

  it("lists its assignees, not everyone who could be assigned", async () => {
    const { issues } = await client()
    const { number } = await issues.create({ ...widgets, title: "Whose?" })
    const issueName = { ...widgets, issue_number: number }
    expect(await issues.assignees(issueName)).toEqual({ assignees: [] })
    await issues.update({ ...issueName, assignees: ["mona"] })
    expect((await issues.assignees(issueName)).assignees.map(({ login }) => login)).toEqual(["mona"])
  })

  it("is listed by the given filters", async () => {
    const { issues } = await client()
    const { items } = await issues.page({ ...widgets, state: "open", labels: ["bug"], per_page: 100 })
    expect(items.length).toBeGreaterThan(0)
    for (const { labels, state } of items) {
      expect(state).toBe("open")
      expect(labels?.map((label) => (typeof label === "string" ? label : label.name))).toContain("bug")
    }
    expect((await calls())[0]?.query).toBe("state=open&labels=bug&per_page=100")
  })

  it("that does not exist is NotFound", async () => {
    const { issues } = await client()
    expect(await reasonOf(issues.get({ ...widgets, issue_number: 999_999 }))).toMatchObject({ _tag: "NotFound" })
  })

  it("is refused with an invalid label or assignee, in the service's words", async () => {
    const { issues } = await client()
    const reason = await reasonOf(issues.create({ ...widgets, title: "x", assignees: ["nobody-at-all"] }))
    expect(reason).toMatchObject({ _tag: "Invalid", fields: [{ field: "assignees" }] })
  })

  it.each([
    [{ title: " " }, ["title"]],
    [{ title: "x", owner: "acme/widgets" }, ["owner"]],
    [{ title: "x", milestone: "12a" as never, labels: [""] }, ["labels.0", "milestone"]],
    [{ title: "x", colour: "red" }, ["colour"]]
  ])("is not created from %j, and nothing is sent", async (invalidInput, fields) => {
    const { issues } = await client()
    const reason = await reasonOf(issues.create({ ...widgets, ...invalidInput }))
    expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field)).toEqual(fields)
    expect(await calls()).toEqual([])
  })

  it("is created without undefined fields", async () => {
    const { issues } = await client()
    const undefinedFields = { body: undefined, labels: undefined, milestone: undefined } as object
    expect(await issues.create({ ...widgets, title: "x", ...undefinedFields })).toMatchObject({ title: "x" })
    expect(await reasonOf(issues.create({ ...widgets, title: undefined as never }))).toMatchObject({
      _tag: "Invalid",
      fields: [{ field: "title", message: "is required" }]
    })
  })

  it("is not changed by an empty change", async () => {
    const { issues, pullRequests, gists } = await client()
    const noMatches = [
      issues.update({ ...widgets, issue_number: 1 }),
      pullRequests.update({ ...widgets, pull_number: 1 }),
      gists.update({ gist_id: "abc" })
    ]
    for (const call of noMatches)
      expect(await reasonOf(call)).toMatchObject({ _tag: "Invalid", fields: [{ field: "" }] })
    expect(await calls()).toEqual([])
  })

  it.each([0, -1, 1.5, "12a" as never])("has no number %j", async (issue_number) => {
    const { issues } = await client()
    for (const call of [issues.get, issues.assignees]) {
      expect(await reasonOf(call({ ...widgets, issue_number }))).toMatchObject({
        _tag: "Invalid",
        fields: [{ field: "issue_number" }]
      })
    }
    expect(await calls()).toEqual([])
  })
})

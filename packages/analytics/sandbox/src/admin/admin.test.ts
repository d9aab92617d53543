import { describe, expect, it } from "vitest"

import { at, objects, refusalOf, startFor } from "../testing/bench.ts"

const bench = startFor()
const property = "properties/320101"
const viewer = "sandbox-viewer-token-not-a-secret"

const names = (body: unknown, list: string): ReadonlyArray<unknown> => objects(at(body, list)).map(({ name }) => name)

describe("permissions", () => {
  it("are in the account summaries", async () => {
    const { body } = await bench.admin("accountSummaries")
    const editable = objects(at(body, "accountSummaries")).flatMap(({ propertySummaries }) =>
      objects(propertySummaries).map(({ canEdit = false, property: of }) => [of, canEdit])
    )
    expect(Object.fromEntries(editable)).toEqual({
      "properties/320101": true,
      "properties/320102": true,
      "properties/320103": true,
      "properties/320201": true,
      "properties/320202": true,
      "properties/320203": false
    })
    expect((await bench.admin("accountSummaries", { token: "sandbox-nobody-token-not-a-secret" })).body).toEqual({})
  })

  it.each([
    ["no token", null, 401, "UNAUTHENTICATED"],
    ["an unknown token", "nonsense", 401, "UNAUTHENTICATED"],
    ["a token without the scope", "sandbox-without-scope-token-not-a-secret", 403, "PERMISSION_DENIED"]
  ])("refuses %s", async (_, token, status, name) => {
    expect(refusalOf(await bench.admin("accountSummaries", { token })).slice(0, 2)).toEqual([status, name])
  })

  it("a read-only token changes nothing, and the error names the missing scope", async () => {
    const token = "sandbox-readonly-token-not-a-secret"
    expect((await bench.admin(property, { token })).status).toBe(200)
    const { body, status } = await bench.admin(property, { token, method: "DELETE" })
    expect([status, at(body, "error", "details", 0, "reason")]).toEqual([403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT"])
  })

  it.each([
    ["a viewer editing", "PATCH", "properties/320203?updateMask=displayName", { displayName: "Mine" }],
    ["a viewer making a key event", "POST", "properties/320203/keyEvents", { eventName: "sign_up", countingMethod: 1 }],
    [
      "an editor making a property",
      "POST",
      "properties",
      { parent: "accounts/110002", displayName: "New", timeZone: "Pacific/Auckland" }
    ],
    ["anybody on what is hidden", "GET", "properties/320901", undefined],
    ["anybody on what is not there", "GET", "properties/999999", undefined]
  ])("refuses %s", async (_, method, path, body) => {
    const answer = await bench.admin(path, { method, ...(body === undefined ? {} : { body }) })
    expect(refusalOf(answer)).toEqual([403, "PERMISSION_DENIED", "The caller does not have permission"])
  })

  it("reports a disabled API, with the link that enables it", async () => {
    await bench.control("/settings", { disabledServices: "admin" })
    const { body, status } = await bench.admin("accountSummaries")
    expect([status, at(body, "error", "details", 0, "reason")]).toEqual([403, "SERVICE_DISABLED"])
    expect(at(body, "error", "details", 0, "metadata", "activationUrl")).toMatch(
      /^https:\/\/console\.developers\.google\.com\/apis\/api\/analyticsadmin\.googleapis\.com\/overview\?project=\d+$/
    )
    expect((await bench.data(`${property}/metadata`)).status).toBe(200)
  })
})

describe("properties", () => {
  it("are listed by account, in pages, with deleted ones on request", async () => {
    const path = "properties?filter=parent:accounts/110001"
    const first = await bench.admin(`${path}&pageSize=2`)
    const next = await bench.admin(`${path}&pageSize=2&pageToken=${String(at(first.body, "nextPageToken"))}`)
    expect([...names(first.body, "properties"), ...names(next.body, "properties")]).toEqual([
      "properties/320101",
      "properties/320102",
      "properties/320103"
    ])
    const { body } = await bench.admin("properties/320102", { method: "DELETE" })
    expect(at(body, "deleteTime")).toEqual(expect.stringMatching(/Z$/))
    expect(names((await bench.admin(path)).body, "properties")).toHaveLength(2)
    expect(names((await bench.admin(`${path}&showDeleted=true`)).body, "properties")).toHaveLength(3)
    expect((await bench.admin("properties/320102")).status).toBe(200)
  })

  it("a page token is refused for a different query", async () => {
    const { body } = await bench.admin("properties?filter=parent:accounts/110001&pageSize=1")
    const token = String(at(body, "nextPageToken"))
    expect((await bench.admin(`properties?filter=parent:accounts/110002&pageSize=1&pageToken=${token}`)).status).toBe(
      400
    )
  })

  it.each([
    ["properties", "filter"],
    ["properties?filter=name:abc", "Invalid filter"],
    ["properties?filter=parent:accounts/abc", "resource name"],
    ["properties?filter=parent:accounts/110001&pageSize=-1", "page_size"],
    ["properties?filter=parent:accounts/110001&size=1", 'Unknown name "size"'],
    ["properties/UA-1", "must be a number"]
  ])("%s is refused", async (path, words) => {
    const [status, name, message] = refusalOf(await bench.admin(path))
    expect([status, name]).toEqual([400, "INVALID_ARGUMENT"])
    expect(message).toContain(words)
  })

  it.each([
    [{ parent: "accounts/110001", timeZone: "Australia/Hobart" }, "display_name"],
    [{ parent: "accounts/110001", displayName: "x".repeat(101), timeZone: "Australia/Hobart" }, "too long"],
    [{ parent: "accounts/110001", displayName: "New" }, "time_zone"],
    [{ parent: "accounts/110001", displayName: "New", timeZone: "Sydney" }, "not a valid time zone"],
    [{ parent: "accounts/110001", displayName: "New", timeZone: "Australia/Sydney", currencyCode: "AUDD" }, "ISO 4217"],
    [
      { parent: "accounts/110001", displayName: "New", timeZone: "Australia/Sydney", industryCategory: "RETAIL" },
      "TYPE_ENUM"
    ],
    [{ displayName: "New", timeZone: "Australia/Sydney" }, "parent"],
    [
      { parent: "accounts/110001", displayName: "New", timeZone: "Australia/Sydney", color: "red" },
      'Unknown name "color"'
    ]
  ])("a new one with %j is refused", async (body, words) => {
    const [status, name, message] = refusalOf(await bench.admin("properties", { body }))
    expect([status, name]).toEqual([400, "INVALID_ARGUMENT"])
    expect(message).toContain(words)
  })

  it("are changed by a mask in either case style, and only in the named fields", async () => {
    const body = { displayName: "Shop", currencyCode: "NZD" }
    for (const mask of ["display_name", "displayName"]) {
      const changed = await bench.admin(`${property}?updateMask=${mask}`, { method: "PATCH", body })
      expect(changed.body).toMatchObject({ displayName: "Shop", currencyCode: "AUD" })
    }
    const whole = { displayName: "All", currencyCode: "NZD", timeZone: "Australia/Sydney" }
    expect((await bench.admin(`${property}?updateMask=*`, { method: "PATCH", body: whole })).body).toMatchObject(whole)
  })

  it.each([
    ["", "update_mask"],
    ["?updateMask=colour", "Invalid field"],
    ["?updateMask=create_time", "immutable"]
  ])("a change with the mask %j is refused", async (query, words) => {
    const [status, , message] = refusalOf(
      await bench.admin(`${property}${query}`, { method: "PATCH", body: { displayName: "a" } })
    )
    expect(status).toBe(400)
    expect(message).toContain(words)
  })
})

describe("key events and data streams", () => {
  it.each([
    [{ eventName: "file_download" }, 400, "counting_method"],
    [{ countingMethod: "ONCE_PER_EVENT" }, 400, "event_name"],
    [{ eventName: "file download", countingMethod: "ONCE_PER_EVENT" }, 400, "letters, digits"],
    [{ eventName: "file_download", countingMethod: 7 }, 400, "TYPE_ENUM"],
    [{ eventName: "purchase", countingMethod: "ONCE_PER_EVENT" }, 409, "already exists"]
  ])("a key event with %j is refused", async (body, status, words) => {
    const [code, , message] = refusalOf(await bench.admin(`${property}/keyEvents`, { body }))
    expect(code).toBe(status)
    expect(message).toContain(words)
  })

  it("a default key event cannot be deleted, and a deleted one is not found", async () => {
    expect(refusalOf(await bench.admin(`${property}/keyEvents/9300101`, { method: "DELETE" })).slice(0, 2)).toEqual([
      400,
      "FAILED_PRECONDITION"
    ])
    const gone = `${property}/keyEvents/9300103`
    expect((await bench.admin(gone, { method: "DELETE" })).body).toEqual({})
    expect((await bench.admin(gone)).status).toBe(404)
    expect((await bench.admin("properties/320102/keyEvents/9300101")).status).toBe(404)
  })

  it("a stream's address can be changed, its measurement id cannot", async () => {
    const path = `${property}/dataStreams/7200101`
    const body = { webStreamData: { defaultUri: "https://shop.example" } }
    const changed = await bench.admin(`${path}?updateMask=web_stream_data.default_uri`, { method: "PATCH", body })
    expect(at(changed.body, "webStreamData")).toEqual({
      measurementId: "G-HG01SHOP01",
      defaultUri: "https://shop.example"
    })
    const fixed = await bench.admin(`${path}?updateMask=webStreamData.measurementId`, { method: "PATCH", body })
    expect(fixed.status).toBe(400)
  })

  it.each([
    [{ displayName: "New" }, "type"],
    [{ type: "WEB_DATA_STREAM", displayName: "New" }, "web_stream_data"],
    [{ type: "WEB_DATA_STREAM", webStreamData: { defaultUri: "https://a.example" } }, "display_name"],
    [{ type: "WEB_DATA_STREAM", displayName: "New", webStreamData: { defaultUri: "a.example" } }, "valid URI"],
    [{ type: "IOS_APP_DATA_STREAM", displayName: "New" }, "bundle_id"],
    [{ type: 1, displayName: "New", webStreamData: {}, iosAppStreamData: {} }, "oneof"]
  ])("a stream with %j is refused", async (body, words) => {
    const [status, , message] = refusalOf(await bench.admin(`${property}/dataStreams`, { body }))
    expect(status).toBe(400)
    expect(message).toContain(words)
  })

  it("a viewer sees them all", async () => {
    for (const kind of ["keyEvents", "dataStreams"]) {
      expect(names((await bench.admin(`${property}/${kind}`, { token: viewer })).body, kind).length).toBeGreaterThan(0)
    }
  })
})

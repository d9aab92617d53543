import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Endpoint from "@inlay/core-http/Endpoint"
import { validEndpoints, hostileEndpoints, staysBelow } from "@inlay/core-http/testing/hostile"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { guardOf, namesOf } from "./guard.ts"

const base = Result.getOrThrow(BaseAddress.parse("https://api.codehost.example/api/v3"))
const repositories = namesOf(["Acme/Widgets", "mona/dot.files"])
const guard = guardOf(repositories, false)
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Returns the path that a request would be sent to, or `refused` if one of the two guards refuses it. */
const sentTo = (endpoint: string, method: Method = "GET"): string => {
  const url = Endpoint.resolve(base, endpoint, "leading-slash")
  if (Result.isFailure(url)) return "refused"
  const path = Endpoint.comparable(url.success.pathname.slice(base.path.length))
  return guard?.({ operation: "apiCall", method, endpoint }, path) === undefined ? url.success.pathname : "refused"
}

const OWN = ["/api/v3/user", "/api/v3/user/repos", "/api/v3/rate_limit"]

/** Whether the path stays below a named repository, however a server decodes the path. */
const isInside = (path: string): boolean =>
  ["repos", "user/starred"].some((room) =>
    [...repositories].some((name) => staysBelow(`/api/v3/${room}/${name}`, path.toLowerCase()))
  )

const inside = [
  "/repos/acme/widgets",
  "/repos/ACME/widgets/issues?per_page=100",
  "/repos/acme/widgets/contents/a/repos/acme/gadgets",
  "/repos/acme/widgets/compare/main...feature/a/b",
  "/repos/mona/dot.files/git/refs",
  "/repos/acme/widgets/issues/7",
  "/repos/acme/widgets/issues/7/comments",
  "/repos/acme/widgets/contents/issues/7/timeline",
  "/repos/acme/widgets/branches/merge-upstream",
  "/repos/acme/widgets/security-advisories/GHSA-1",
  "/user/starred/acme/widgets"
]

const outside = [
  "/repos/acme/gadgets",
  "/repos/acme/widgets-2",
  "/repos/acme/widget",
  "/repos/acme",
  "/repos",
  "/repos/mona/dotxfiles",
  "/repos/acme/widgets;x/issues",
  "/repos/acme/widgets%3Bx/issues",
  "/repos/acme/widgets%3Fx/issues",
  "/repos/acme/widgets%20/issues",
  "/repos/acme/widgets%2Fissues",
  "/repos/(/[",
  "/repos/acme/*",
  "/repos/.*/.*",
  "/repos/acme%2Fwidgets/issues",
  "/repos/acme/%77idgets",
  "/%72epos/acme/gadgets",
  "/repos/acme/widgets/../gadgets",
  "/repos/acme/widgets/%2e%2e/gadgets",
  "/repos/ａcme/widgets",
  "/x/repos/acme/widgets",
  "/repositories/1296270",
  "/repositories/1296270/issues",
  "/orgs/acme",
  "/orgs/acme/projectsV2/1",
  "/orgs/acme/repos",
  "/users/mona",
  "/users/mona/repos",
  "/user/starred",
  "/user/starred/acme/gadgets",
  "/user/issues",
  "/issues",
  "/gists",
  "/gists/1",
  "/notifications",
  "/graphql",
  "/events",
  "/networks/acme/widgets/events",
  "/search/repositories?q=repo:acme/widgets",
  "/search/users?q=mona",
  "/teams/1/repos/acme/widgets",
  "/repos/acme/widgets/forks",
  "/repos/acme/widgets/forks/",
  "/repos/acme/widgets/%66orks",
  "/repos/acme/widgets/generate",
  "/repos/acme/widgets/transfer",
  "/repos/acme/widgets/compare/main...acme:gadgets:main",
  "/repos/acme/widgets/compare/main...acme%3Agadgets%3Amain",
  "/repos/acme/widgets/merge-upstream",
  "/repos/acme/widgets/issues/7/timeline",
  "/repos/acme/widgets/issues/7/timeline?per_page=100",
  "/repos/acme/widgets/issues/7/TIMELINE/",
  "/repos/acme/widgets/issues/7/time%6Cine",
  "/repos/acme/widgets/issues/7/sub_issues",
  "/repos/acme/widgets/issues/7/sub_issues/priority",
  "/repos/acme/widgets/issues/7/sub_issue",
  "/repos/acme/widgets/issues/7/parent",
  "/repos/acme/widgets/issues/7/dependencies/blocked_by",
  "/repos/acme/widgets/issues/7/dependencies/blocked_by/42",
  "/repos/acme/widgets/issues/7/dependencies/blocking",
  "/repos/acme/widgets/import",
  "/repos/acme/widgets/security-advisories/GHSA-1/forks",
  "/repos/acme/widgets/code-scanning/codeql/variant-analyses/1",
  "/"
]

describe("an account that is limited to repositories", () => {
  it.each(inside)("reaches %s", (endpoint) => expect(sentTo(endpoint)).not.toBe("refused"))

  it.each(outside.flatMap((endpoint) => [[endpoint, "GET"] as const, [endpoint, "POST"] as const]))(
    "does not reach %s (%s)",
    (endpoint, method) => expect(sentTo(endpoint, method)).toBe("refused")
  )

  it("can read the token's owner and remaining limits, but change nothing there", () => {
    for (const endpoint of ["/user", "/rate_limit", "/user/repos?page=2"]) {
      expect(sentTo(endpoint)).not.toBe("refused")
      expect(sentTo(endpoint, "POST")).toBe("refused")
    }
  })

  it("checks an endpoint both as written and as the most lenient server would read it", () => {
    const request = { operation: "apiCall", method: "GET", endpoint: "/repos/acme/widgets/issues" } as const
    expect(guard?.(request, "/repos/acme/widgets/issues")).toBeUndefined()
    expect(guard?.(request, "/repos/acme/gadgets/issues")).toMatchObject({ guard: "restriction" })
    expect(guard?.({ ...request, endpoint: "/repos/acme/gadgets" }, "/repos/acme/widgets")).toMatchObject({
      guard: "restriction"
    })
    const besideIt = { ...request, endpoint: "/repos/acme/widgets/..%2fwidgets-old" }
    expect(guard?.(besideIt, "/repos/acme/widgets-old")).toMatchObject({ guard: "restriction" })
  })

  const prefixes = ["", "/repos/acme/widgets", "/repos/acme", "/repos", "/user/starred/acme/widgets"]
  const spellings = [
    ...hostileEndpoints.flatMap(({ cases }) => cases),
    ...validEndpoints.map(({ endpoint }) => endpoint)
  ]

  it(`stays inside, however an endpoint is written (${spellings.length} ways, ${prefixes.length} beginnings)`, () => {
    for (const spelling of spellings) {
      for (const endpoint of prefixes.flatMap((prefix) => [
        `${prefix}${spelling}`,
        `${prefix}/${spelling}`,
        `${spelling}${prefix}`
      ])) {
        const path = sentTo(endpoint)
        const stays = path === "refused" || OWN.includes(path) || isInside(path)
        expect([endpoint, stays]).toEqual([endpoint, true])
      }
    }
  })

  it("stays inside, whatever owner and repository contain", () => {
    const parts = [
      "acme",
      "widgets",
      "gadgets",
      ".",
      "..",
      "%2e%2e",
      "%2F",
      ";",
      "..;",
      "%00",
      "",
      "ACME",
      "widgets%20",
      "dot.files",
      "mona",
      "%2e",
      "repos"
    ]
    for (const owner of parts) {
      for (const repo of parts) {
        for (const rest of parts) {
          for (const method of ["GET", "DELETE"] as const) {
            const endpoint = `/repos/${owner}/${repo}/${rest}`
            const path = sentTo(endpoint, method)
            const stays = path === "refused" || isInside(path)
            expect([endpoint, stays]).toEqual([endpoint, true])
          }
        }
      }
    }
  })
})

describe("a read-only account", () => {
  const readOnly = guardOf(namesOf([]), true)

  it.each(["POST", "PUT", "PATCH", "DELETE"] as const)("sends no %s", (method) => {
    expect(readOnly?.({ operation: "apiCall", method, endpoint: "/user" }, "/user")).toMatchObject({
      _tag: "Refused",
      guard: "readOnly"
    })
  })

  it("sends a GET", () => {
    expect(readOnly?.({ operation: "apiCall", method: "GET", endpoint: "/gists" }, "/gists")).toBeUndefined()
  })
})

it("does not exist if the account is not limited", () => expect(guardOf(namesOf([]), false)).toBeUndefined())

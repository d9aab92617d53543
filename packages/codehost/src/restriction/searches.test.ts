import { describe, expect, it } from "vitest"

import { namesOf } from "./guard.ts"
import { narrow, searchProblem, withoutOutside } from "./searches.ts"

const one = namesOf(["Acme/Widgets"])
const two = namesOf(["Acme/Widgets", "mona/dot.files"])
const SCOPE = "(repo:acme/widgets OR repo:mona/dot.files)"

const request = (q: string, kind = "issues") =>
  ({
    operation: "apiCall",
    method: "GET",
    endpoint: `/search/${kind}?${new URLSearchParams({ q }).toString()}`
  }) as const

/** Returns the query as it would be sent, or `undefined` if it is refused. */
const narrowedQuery = (q: string, kind = "issues", repositories = two): string | undefined => {
  const { endpoint } = narrow(repositories, request(q, kind))
  return searchProblem(repositories, endpoint) === undefined
    ? (new URLSearchParams(endpoint.split("?")[1]).get("q") ?? undefined)
    : undefined
}

describe("a search of issues", () => {
  it.each([
    ["crash is:open", `crash is:open ${SCOPE}`],
    ["", SCOPE],
    ["repo:ACME/widgets crash", "repo:ACME/widgets crash"],
    ["-repo:acme/gadgets crash", `-repo:acme/gadgets crash ${SCOPE}`],
    ["main()", `(main()) ${SCOPE}`],
    // Behind these, the qualifier that is added would be a part of what stands before it.
    ["crash label:", `(crash label:) ${SCOPE}`],
    ["crash label:bug,", `(crash label:bug,) ${SCOPE}`],
    ["crash -", `(crash -) ${SCOPE}`],
    ["crash OR burn", `(crash OR burn) ${SCOPE}`],
    ["repo:acme/widgets OR crash", `(repo:acme/widgets OR crash) ${SCOPE}`],
    ["is:pr NOT (is:draft OR is:merged)", `(is:pr NOT (is:draft OR is:merged)) ${SCOPE}`],
    ['"a) OR (b"', `"a) OR (b" ${SCOPE}`],
    [`crash OR (x) ${SCOPE}`, undefined]
  ])("%j is sent as %j", (q, expected) => {
    if (expected !== undefined) expect(narrowedQuery(q)).toBe(expected)
    else expect(narrowedQuery(q)).toBe(`(${q}) ${SCOPE}`)
  })

  it("of one repository names it without brackets", () => {
    expect(narrowedQuery("crash", "issues", one)).toBe("crash repo:acme/widgets")
    expect(narrowedQuery("a OR b", "issues", one)).toBe("(a OR b) repo:acme/widgets")
  })

  it.each([
    "crash) OR (crash",
    "crash) OR (repo:acme/gadgets",
    "(crash",
    "crash)",
    ")(",
    '"a) OR (b',
    'a\\") OR ("b" OR "c',
    "a OR repo:acme/gadgets",
    "(repo:acme/gadgets)",
    "(org:acme)",
    "a OR (user:mona)",
    "a OR b OR c OR d OR e OR f"
  ])("%j is refused", (q) => expect(narrowedQuery(q)).toBeUndefined())

  it("is refused if the account has more repositories than a query can join, and says what helps", () => {
    const names = Array.from({ length: 7 }, (_, i) => `acme/r${i}`)
    const many = namesOf(names)
    expect(narrowedQuery("crash", "issues", namesOf(names.slice(1)))).toMatch(/^crash \(repo:acme\/r1 OR /)
    expect(searchProblem(many, narrow(many, request("crash")).endpoint)).toMatch(/five/)
    expect(narrowedQuery("crash repo:acme/r3", "issues", many)).toBe("crash repo:acme/r3")
  })
})

it.each(["code", "commits"])("a search of %s joins repositories with blanks", (kind) => {
  expect(narrowedQuery("crash", kind)).toBe("crash repo:acme/widgets repo:mona/dot.files")
  expect(narrowedQuery("main()", kind)).toBe("main() repo:acme/widgets repo:mona/dot.files")
  expect(narrowedQuery("a OR b", kind)).toBeUndefined()
  expect(narrowedQuery("NOT repo:acme/widgets", kind)).toBeUndefined()
  expect(narrowedQuery("(repo:acme/gadgets)", kind)).toBeUndefined()
  expect(narrowedQuery("x(user:acme)", kind)).toBeUndefined()
})

describe("the guard, for a query as it is written", () => {
  it.each([
    ["repo:acme/widgets crash", true],
    ["crash repo:ACME/widgets repo:mona/dot.files", true],
    ['"repo:acme/gadgets" repo:acme/widgets', true],
    ["crash", false],
    ["repo:acme/gadgets", false],
    ["repo:acme/widgets repo:acme/gadgets", false],
    ["repo:acme/widgets OR crash", false],
    ["repo:acme/widgets OR (label:bug)", false],
    [`crash OR x ${SCOPE}`, false],
    [`(crash) OR (x) ${SCOPE}`, false],
    [`(crash OR x) ${SCOPE}`, true],
    [`(crash OR x) OR ${SCOPE}`, false],
    [`(crash OR x)${SCOPE}`, false],
    [`NOT ${SCOPE}`, false],
    [`-${SCOPE}`, false],
    [`crash - ${SCOPE}`, false],
    [SCOPE, true],
    ["repo:acme/widgets org:acme", false],
    ["user:mona repo:acme/widgets", false],
    ["owner:mona repo:acme/widgets", false],
    ["enterprise:acme repo:acme/widgets", false],
    ["team:acme/core repo:acme/widgets", false],
    ["project:acme/4 repo:acme/widgets", false],
    ["repo :acme/gadgets repo:acme/widgets", false],
    // The service could take the qualifier for a part of the words.
    ['crash "x repo:acme/widgets', false],
    ['repo:acme/widgets "a repo:acme/gadgets', false],
    ["REPO:acme/gadgets repo:acme/widgets", false],
    ["repo:acme/widgets\trepo:acme/gadgets", false],
    ["repo:", false],
    ["", false]
  ])("%j: %s", (q, isAllowed) => {
    const { endpoint } = request(q)
    expect(searchProblem(two, endpoint) === undefined).toBe(isAllowed)
    const withTwo = { ...request(q), endpoint: `${endpoint}&q=repo:acme/widgets` }
    expect(searchProblem(two, narrow(two, withTwo).endpoint)).toBeDefined()
  })
})

describe("search results", () => {
  const answerOf = (...names: ReadonlyArray<string>) => ({
    status: 200,
    headers: {},
    body: {
      total_count: 40,
      incomplete_results: false,
      items: names.map((name) => ({ repository_url: `https://api.codehost.example/repos/${name}` }))
    }
  })
  const visibleBody = (...names: ReadonlyArray<string>) =>
    withoutOutside(
      two,
      request("repo:acme/widgets"),
      answerOf(...names) as unknown as Parameters<typeof withoutOutside>[2]
    ).body

  it("have the service's count if all of them are inside", () =>
    expect(visibleBody("acme/widgets", "mona/dot.files")).toMatchObject({ total_count: 40 }))

  it("have the count of the shown ones if some are outside", () => {
    expect(visibleBody("acme/widgets", "acme/gadgets")).toMatchObject({ total_count: 1, items: [{}] })
    expect(visibleBody("acme/gadgets")).toMatchObject({ total_count: 0, items: [] })
  })

  it("of what is no list of repositories are nothing", () => {
    const list = { operation: "apiCall", method: "GET", endpoint: "/user/repos?per_page=5" } as const
    const shown = (body: unknown) =>
      withoutOutside(two, list, { status: 200, headers: {}, body } as Parameters<typeof withoutOutside>[2]).body
    expect(shown([{ full_name: "acme/widgets" }, { full_name: "acme/gadgets" }])).toEqual([
      { full_name: "acme/widgets" }
    ])
    expect(shown({ repositories: [{ full_name: "acme/gadgets" }] })).toBeNull()
  })
})

/** Endpoints that must pass as they are written, so that a guard that refuses everything fails the tests. */

/** Path and query below the base. `becomes` is set if the standard URL encoding changes how it is written. */
export interface ValidEndpoint {
  readonly endpoint: string
  readonly becomes?: string
}

const as = (endpoint: string, becomes: string): ValidEndpoint => ({ endpoint, becomes })

/** Written with a leading slash. Without it, they belong to the other path style. */
export const validEndpoints: ReadonlyArray<ValidEndpoint> = [
  ...[
    "/enrich/person",
    "/enrich/person/",
    "/rate_limit",
    "/search/issues?q=repo:o/r+is:open&per_page=100",
    "/search?q=a%20b&page=2",
    "/search?q=50%25",
    "/search?q=c%23&x=%2F..%2F",
    "/search?q=../..&to=https://other.example/",
    "/search?q=a%0Ab",
    "/search?q=a=b==",
    "/search?filter[]=a&filter[]=b",
    "/search?$top=5&$filter=name%20eq%20x",
    "/repos/o/r/contents/a%2Fb.txt",
    "/repos/o/r/contents/docs/read%20me.md",
    "/repos/o/r/contents/src/app.config.ts?ref=feature/a/b",
    "/repos/o/r/branches/feature%2Fa%2Fb",
    "/repos/o/r/compare/v1.0...v1.1",
    "/repos/o/r/labels/help%20wanted",
    "/repos/o/r/labels/%F0%9F%90%9B",
    "/repos/o/r/labels/100%25",
    "/repos/o/r/labels/a%252Fb",
    "/repos/o/.github/contents/.github/workflows/ci.yml",
    "/repos/o/r/collaborators/a-b_c.d/permission",
    "/sites/https%3A%2F%2Fwww.other.example%2F/query",
    "/properties/123:runReport",
    "/v1beta/properties/123:batchRunReports",
    "/v1beta/properties?filter=parent:accounts/123",
    "/v1beta/properties/123/keyEvents/4",
    "/v1beta/accountSummaries?pageSize=50&pageToken=abc==",
    "/users/a@b.example",
    "/@scope/name",
    "/@scope%2Fname",
    "/x;v=1/y",
    "/time/12:30",
    "/a..b/.c/d./...",
    "/.well-known/openid-configuration",
    "/~user/$ref/(a),b'c*d!e&f=g+h",
    "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p",
    `/${"a".repeat(7000)}`
  ].map((endpoint) => ({ endpoint })),
  as("/", "/"),
  as("/?q=1", "/?q=1"),
  as("/search?", "/search"),
  as("/labels/\u{1f41b}", "/labels/%F0%9F%90%9B"),
  as("/users/jos\u00e9", "/users/jos%C3%A9"),
  as("/users/jose\u0301", "/users/jose%CC%81"),
  as("/\u4e2d\u6587/\u0440\u0443\u0441", "/%E4%B8%AD%E6%96%87/%D1%80%D1%83%D1%81"),
  as("/search?q=\u00e9", "/search?q=%C3%A9"),
  as("/prices/100\u00a5", "/prices/100%C2%A5"),
  as("/search?q=a'b", "/search?q=a%27b")
]

/** Endpoints that leave the base path when they are read by URL parsers, by proxies that decode, or as file names. */
import type { Group } from "./group.ts"

export const upward: ReadonlyArray<Group<string>> = [
  {
    kind: "dot segments",
    why: "a URL parser, or whoever reads the joined string, resolves them",
    outcome: "refused",
    cases: [
      "/.",
      "/..",
      "/./",
      "/../",
      "/../admin",
      "/../../admin",
      "/../../../../../../../../etc/passwd",
      "/./x",
      "/x/.",
      "/x/./y",
      "/x/..",
      "/x/../",
      "/x/../admin",
      "/x/../../admin",
      "/x/../../../admin",
      "/x/y/../../../admin",
      "..",
      "../admin",
      "./../admin",
      "/..?x",
      "/../?x=/tenant/v1"
    ]
  },
  {
    kind: "dot segments, percent-encoded",
    why: "URL parsers read %2e as a dot already; whoever decodes once sees the rest",
    outcome: "refused",
    cases: [
      "/%2e%2e",
      "/%2e%2e/admin",
      "/%2E%2E/admin",
      "/%2e%2E/admin",
      "/.%2e/admin",
      "/%2e./admin",
      "/%2e/x",
      "/x/%2e%2e/%2e%2e/admin",
      "/..%2fadmin",
      "/..%2Fadmin",
      "/%2e%2e%2fadmin",
      "/x%2f..%2f..%2fadmin",
      "/x%2f%2e%2e%2f%2e%2e%2fadmin",
      "/..%5cadmin",
      "/..%5Cadmin",
      "/%2e%2e%5cadmin",
      "/x%5c..%5c..%5cadmin",
      "%2e%2e/admin",
      "%2e%2e%2fadmin",
      "/x/%2e%2e"
    ]
  },
  {
    kind: "dot segments, encoded again and again",
    why: "each proxy on the way may decode once",
    outcome: "refused",
    cases: [
      "/%252e%252e/admin",
      "/%252E%252e/admin",
      "/.%252e/admin",
      "/..%252fadmin",
      "/..%252Fadmin",
      "/%252e%252e%252fadmin",
      "/..%255cadmin",
      "/%25252e%25252e/admin",
      "/%25252e%25252e%25252fadmin",
      "/%2525252e%2525252e/admin",
      "/%252525252e%252525252e/admin",
      "/%2525252525252e%2525252525252e/admin",
      "/%25%32%65%25%32%65/admin",
      "/%%32%65%%32%65/admin",
      "/%2%65%2%65/admin",
      "/%252e%252e/%25",
      "/%32%65/..%25%32%66admin"
    ]
  },
  {
    kind: "dot segments, in invalid UTF-8",
    why: "decoders that accept overlong or IIS forms read a dot or a slash",
    outcome: "refused",
    cases: [
      "/%c0%ae%c0%ae/admin",
      "/%C0%AE%C0%AE%C0%AFadmin",
      "/..%c0%afadmin",
      "/..%c1%9cadmin",
      "/..%c1%8sadmin",
      "/%e0%80%ae%e0%80%ae/admin",
      "/%f0%80%80%ae%f0%80%80%ae/admin",
      "/%f8%80%80%80%ae/admin",
      "/..%e0%80%afadmin",
      "/%25c0%25ae%25c0%25ae/admin",
      "/%25e0%2580%25ae%25e0%2580%25ae/admin",
      "/%u002e%u002e/admin",
      "/..%u002fadmin",
      "/..%u2215admin",
      "/%uff0e%uff0e/admin",
      "/\\u002e\\u002e/admin",
      "/\\x2e\\x2e/admin"
    ]
  },
  {
    kind: "dot segments, in other scripts' dots and slashes",
    why: "Unicode normalisation and best-fit character sets turn them into ASCII",
    outcome: "refused",
    cases: [
      "/\uff0e\uff0e/admin",
      "/%ef%bc%8e%ef%bc%8e/admin",
      "/%25ef%25bc%258e%25ef%25bc%258e/admin",
      "/.\uff0e/admin",
      "/\u2025/admin",
      "/\u2024\u2024/admin",
      "/%E2%80%A4%E2%80%A4/admin",
      "/\u3002\u3002/admin",
      "/\uff61\uff61/admin",
      "/\u06d4\u06d4/admin",
      "/\ua4f8\ua4f8/admin",
      "/..\uff0fadmin",
      "/..%ef%bc%8fadmin",
      "/..\u2215admin",
      "/..%e2%88%95admin",
      "/..\u2044admin",
      "/..\u29f8admin",
      "/..\u2571admin",
      "/..\uff3cadmin",
      "/..\u2216admin",
      "/..\u29f5admin",
      "/..\u00a5admin",
      "/..%c2%a5admin",
      "/..\u20a9admin",
      "/\uff0e\uff0e\uff0fadmin",
      "/x\uff0f\uff0e\uff0e\uff0f\uff0e\uff0e\uff0fadmin",
      "/\ufe52\ufe52/admin"
    ]
  },
  {
    kind: "dot segments with backslashes",
    why: "for URL parsers of web addresses, and for Windows, a backslash is a slash",
    outcome: "refused",
    cases: ["/..\\admin", "/..\\..\\admin", "..\\admin", "/x\\..\\..\\admin", "/\\..\\admin", "/.\\x", "/%2e%2e\\admin"]
  },
  {
    kind: "dot segments with parameters",
    why: "servlet containers drop ;parameters of a segment before they resolve it, proxies do not",
    outcome: "refused",
    cases: [
      "/..;/admin",
      "/..;x/admin",
      "/..;v=1/admin",
      "/.;/x",
      "/x/..;/..;/admin",
      "/..;a=b;c=d/admin",
      "/..%3b/admin",
      "/..%3bx=1/admin",
      "/%2e%2e;/admin",
      "/%2e%2e%3b%2fadmin",
      "/..;%2fadmin",
      "/..%253b/admin",
      "/x;/../admin",
      "/x;/..;/../admin"
    ]
  },
  {
    kind: "dot segments with blanks",
    why: "servers that trim, and Windows, which drops blanks and dots at the end of a name",
    outcome: "refused",
    cases: [
      "/..%20/admin",
      "/..%20%20/admin",
      "/%20../admin",
      "/..%09/admin",
      "/..%20./admin",
      "/..%c2%a0/admin",
      "/..%e3%80%80/admin",
      "/.%20/x",
      "/..%00/admin",
      "/..%0a/admin",
      "/.. /admin"
    ]
  },
  {
    kind: "dot segments behind a hidden delimiter",
    why: "what is a query for one reader is a path for the next",
    outcome: "refused",
    cases: [
      "/x%3f/../../admin",
      "/x%3F%2f%2e%2e%2fadmin",
      "/x%23/../../admin",
      "/x%23%2f..%2fadmin",
      "/x%253f/../admin",
      "/x/..%3f",
      "/..%23",
      "/x%3f/..",
      "/..%3fx"
    ]
  },
  {
    kind: "dots that are not segments",
    why: "they look like a way up, and are names",
    outcome: "stays",
    cases: [
      "/...",
      "/..../admin",
      "/..x/admin",
      "/x../admin",
      "/.x",
      "/x.",
      "/..x..",
      "/%2e%2ex",
      "/..&/admin",
      "/..,/x"
    ]
  }
]

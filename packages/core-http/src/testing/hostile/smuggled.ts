/** Endpoints with misused delimiters, damaged encoding, unusual lengths, and names that programs often mishandle. */
import type { Group } from "./group.ts"

export const smuggled: ReadonlyArray<Group<string>> = [
  {
    kind: "a fragment",
    why: "it is never sent: what was judged and what is asked for would differ",
    outcome: "refused",
    cases: [
      "#",
      "/#",
      "/x#",
      "/x#y",
      "/x?a=b#c",
      "/#/admin",
      "/x#/../../admin",
      "#@evil.example/",
      "/#@evil.example/",
      "/x#?a=b"
    ]
  },
  {
    kind: "a backslash",
    why: "URL parsers make it a slash in the path; servers make of it what they like",
    outcome: "refused",
    cases: ["\\", "/\\", "/x\\", "/x\\y", "/x?a=\\", "/x%5c", "/x%5cy", "/x%255cy", "/x\uff3cy", "/x%ef%bc%bcy"]
  },
  {
    kind: "damaged encoding",
    why: "readers repair it in different ways",
    outcome: "refused",
    cases: [
      "/%",
      "/x%",
      "/x%2",
      "/x%zz",
      "/x%%",
      "/x%%2e",
      "/%g0",
      "/x% 2e",
      "/x%ff",
      "/x%80",
      "/x%c3",
      "/x%c3%28",
      "/%fe%ff"
    ]
  },
  {
    kind: "empty segments",
    why: "some servers merge slashes, others do not: the same text would be two resources",
    outcome: "refused",
    cases: ["/x//", "/x//y", "/x//../admin", "/x///y", "x//y", "/x//?a=b"]
  },
  {
    kind: "nothing, or too much",
    why: "an empty endpoint is the base itself by accident; a huge one fills buffers and logs",
    outcome: "refused",
    cases: [
      "",
      `/${"a".repeat(9000)}`,
      `/${"a/".repeat(5000)}`,
      `/x?${"a=b&".repeat(5000)}`,
      "/.".repeat(5000),
      "%2e".repeat(3000)
    ]
  },
  {
    kind: "a query that plays a path",
    why: "joined, split or decoded in the wrong order, it would name another resource or host",
    outcome: "stays",
    cases: [
      "?",
      "/?",
      "/??",
      "/x??y",
      "/x?/../../admin",
      "/x?@evil.example",
      "/x?//evil.example",
      "/x?http://evil.example/",
      "/x?a=b?c=d",
      "/x?%2e%2e/",
      "/x?%23",
      "/x?%00",
      "/x?%0d%0ahost:%20evil.example",
      "/x?a=%",
      "?@evil.example/",
      "?/../admin"
    ]
  },
  {
    kind: "a delimiter in disguise",
    why: "decoded too early, it would begin a query, a fragment, user info or a port",
    outcome: "stays",
    cases: [
      "/x%3fadmin=1",
      "/x%23y",
      "/x%26a=b",
      "/x%3ba",
      "/%40evil.example",
      "/%3a80",
      "/x%3a80%40evil.example/",
      "/x%253fadmin=1",
      "/x;/y",
      "/x;a=b/y;c",
      "/;/x",
      "/;",
      "/x;jsessionid=1",
      "/x,y",
      "/x|y",
      "/x`y",
      "/x{y}",
      '/x"y',
      "/x<y>",
      "/x^y",
      "/[x]"
    ]
  },
  {
    kind: "a path that looks like another one",
    why: "a guard that compares text would not know it again; it still is below the base",
    outcome: "stays",
    cases: [
      "/%78",
      "/%61dmin",
      "/ADMIN",
      "/admin/",
      "/admin%2f",
      "/a%2fb",
      "/x%2f%2fy",
      "/a%252fb",
      "/\uff41dmin",
      "/x\uff0fy",
      "/x\u2215y"
    ]
  },
  {
    kind: "a name that programs trip over",
    why: "used as a key, it would reach an object's prototype",
    outcome: "stays",
    cases: [
      "/__proto__",
      "/constructor",
      "/constructor/prototype",
      "/prototype",
      "/toString",
      "/hasOwnProperty",
      "/x?__proto__[x]=y",
      "/x?constructor.prototype.x=y",
      "/undefined",
      "/null",
      "/NaN",
      "/[object%20Object]",
      "/{endpoint}",
      "/$%7Bjndi:ldap:x%7D"
    ]
  }
]

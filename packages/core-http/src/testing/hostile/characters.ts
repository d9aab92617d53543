/** Endpoints with characters that end a line, are invisible, or are not valid characters. */
import type { Group } from "./group.ts"

export const characters: ReadonlyArray<Group<string>> = [
  {
    kind: "line breaks",
    why: "written into a request line, they would end it and begin a header or a second request",
    outcome: "refused",
    cases: [
      "/x\r\nhost: evil.example",
      "/x\nhost: evil.example",
      "/x\rhost: evil.example",
      "/x HTTP/1.1\r\nhost: evil.example\r\n\r\n",
      "/x\r\n\r\nGET http://evil.example/ HTTP/1.1",
      "/x?a=1\r\nhost: evil.example",
      "\r\n/x",
      "/x\r\n",
      "/x%0d%0ahost:%20evil.example",
      "/x%0ahost:%20evil.example",
      "/x%0D",
      "/x%250d%250ahost:%20evil.example",
      "/x%25250a",
      "/x%E2%80%A8host:%20evil.example\u2028",
      "/x\u0085host: evil.example",
      "/x%c2%85host:%20evil.example"
    ]
  },
  {
    kind: "characters that a line break's low byte hides in",
    why: "a client that cuts code points to bytes would write CR, LF, a slash or a dot",
    outcome: "stays",
    cases: [
      "/x\u010d\u010ahost:\u0120evil.example",
      "/x\u560d\u560ahost:evil.example",
      "/x%C4%8D%C4%8Ahost:evil.example",
      "/\u012fevil.example",
      "/\u012e\u012e/admin",
      "/..\u012fadmin",
      "/x\u0100"
    ]
  },
  {
    kind: "null and other control characters",
    why: "languages disagree where a string with one ends",
    outcome: "refused",
    cases: [
      "/\u0000",
      "/x\u0000",
      "/x\u0000.json",
      "/x%00",
      "/x%00.json",
      "/x%2500",
      "/%00/../admin",
      "/x\u0001",
      "/x\u0008y",
      "/x\u001b[31m",
      "/x\u007f",
      "/x\u0080",
      "/x\u009f",
      "/x%01",
      "/x%7f",
      "/x%1b[31m",
      "/x%c2%9by"
    ]
  },
  {
    kind: "blanks",
    why: "they end a request line, or are dropped by one reader and kept by the next",
    outcome: "refused",
    cases: [" /x", "/x ", "/x y", "/x?a=b c", "/x\ty", "/x%09y", "\t/x", "/x\u00a0y", "/x\u202fy", "\u00a0/x"]
  },
  {
    kind: "characters that cannot be seen",
    why: "two endpoints that look the same would not be the same",
    outcome: "refused",
    cases: [
      "/x\u200by",
      "/x\u200cy",
      "/x\u200dy",
      "/x\u2060y",
      "/x\u00ady",
      "/x\ufeffy",
      "\ufeff/x",
      "/x\u034fy",
      "/x\u115fy",
      "/x\u3164y",
      "/x\u180ey",
      "/x\ufe0fy",
      "/.\u200b./admin",
      "/x\u{e0041}y",
      "/x\u{e0100}y"
    ]
  },
  {
    kind: "direction marks",
    why: "the endpoint would read backwards to whoever approves it",
    outcome: "refused",
    cases: [
      "/x\u202ey",
      "/x\u202dy",
      "/x\u202ay",
      "/x\u202cy",
      "/x\u2066y",
      "/x\u2067y",
      "/x\u2069y",
      "/x\u200ey",
      "/x\u200fy",
      "/x\u061cy"
    ]
  },
  {
    kind: "halves of characters",
    why: "they become U+FFFD on the way, so another endpoint than the one that was judged",
    outcome: "refused",
    cases: [
      "/x\ud83d",
      "/x\ude00y",
      "/x\ude00\ud83d",
      "/x\ufffd",
      "/%ed%a0%80",
      "/%ed%b0%80",
      "/x?a=\ud800",
      "/x%ef%bf%bd\ufffd"
    ]
  }
]

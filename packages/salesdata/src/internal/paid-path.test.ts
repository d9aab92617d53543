import { expect, it } from "vitest"

import { paidPath } from "./paid-path.ts"

it.each([
  ["/enrich/person", "person"],
  ["/enrich/person/", "person"],
  ["/Enrich/PERSON", "person"],
  ["/enrich/p%65rson", "person"],
  ["/enrich/p%2565rson", "person"],
  ["/enrich%2Fperson", "person"],
  ["/enrich/person;v=1", "person"],
  ["/enrich/company", "company"],
  ["/search/people", "search"],
  ["/enrich/people", undefined],
  ["/enrich/person/history", undefined],
  ["/", undefined],
  ["", undefined]
])("%s is %s", (path, paid) => expect(paidPath(path)).toBe(paid))

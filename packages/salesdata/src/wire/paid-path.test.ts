import { comparable } from "@inlay/core-http/Endpoint"
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
  ["/enrich/person%3Fx=1", "person"],
  ["/enrich/person%23x", "person"],
  ["/enrich/%EF%BD%90erson", "person"],
  ["/enrich/person%E2%80%8B", "person"],
  ["/enrich/person%20", "person"],
  ["/enrich/company", "company"],
  ["/search/people", "search"],
  ["/enrich/people", undefined],
  ["/enrich/person/history", undefined],
  ["/", undefined],
  ["", undefined]
])("%s is %s", (path, isPaid) => expect(paidPath(comparable(path))).toBe(isPaid))

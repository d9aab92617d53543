import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { cpuMillis, STEP_MILLIS } from "../testing/processor-time.ts"
import { linkLast, linkNext } from "./Paging.ts"

const next = (link: string) => linkNext({ link })?.toString()

describe("the query of the next page", () => {
  it.each<readonly [string, string]>([
    ['<https://api.example/repos?page=2>; rel="next", <https://api.example/repos?page=9>; rel="last"', "page=2"],
    ['<https://api.example/repos?page=1>; rel="prev", <https://api.example/repos?page=3>; rel="next"', "page=3"],
    ["<?page=2>;rel=next", "page=2"],
    ['</repos?page=2>\t; REL = "Next"', "page=2"],
    [
      '<https://elsewhere.example/other/path?after=Y3Vyc29y%3D%3D&per_page=100>; rel="next"',
      "after=Y3Vyc29y%3D%3D&per_page=100"
    ],
    ['<?page=2>; rel="last next"', "page=2"],
    ['<?page=2>; title="a, b; rel=prev \\" <x>"; rel="next"', "page=2"],
    ['<?q=a,b;c"d>; rel="next"', "q=a%2Cb%3Bc%22d"],
    ['<?q=x?y&page=2#part>; rel="next"', "q=x%3Fy&page=2"],
    ["<?page=1>; rel=prev; rel=next, <?page=2>; rel=next", "page=2"],
    ['garbage, <?page=2>; rel="next"', "page=2"],
    ['<?page=2>; rel="next", <broken', "page=2"],
    ['<?page=2> ; crossorigin ; rel="next"', "page=2"],
    ["<?page=2>; rel='next'", "page=2"],
    ["<?page=2>; title='a; b'; rel='last next'", "page=2"]
  ])("%s", (link, query) => {
    assert.strictEqual(next(link), query)
  })

  it.each([
    "",
    "next",
    '<?page=2>; rel="prev"',
    '<?page=2>; rel="nextish"',
    '<?page=2>; rev="next"',
    '<?page=2>; xrel="next"',
    '<?page=2>; title="; rel=next"',
    "<?page=2>; title='; rel=next'",
    '<?page=2>; title="a\\"; rel=next"',
    '<?rel=next>; rel="last"'
  ])("is not in %s", (link) => {
    assert.isUndefined(next(link))
  })

  it.each([
    '<?page=2>, rel="next"',
    '<?page=2; rel="next"',
    '?page=2; rel="next"',
    '<https://api.example/repos/page/2>; rel="next"',
    '<>; rel="next"',
    '<?>; rel="next"',
    '<?page=1>; rel="first", <?page=2; REL = "last next"',
    "<?page=1>; rel=first, page 2; rel='next'"
  ])("exists but cannot be read in %s", (link) => {
    assert.strictEqual(next(link), "unreadable")
  })

  it("needs a header", () => {
    assert.isUndefined(linkNext({}))
    assert.isUndefined(linkLast({ link: '<?page=2>; rel="next"' }))
    assert.strictEqual(linkLast({ link: '<?page=2>; rel="next", <?page=9>; rel="last"' })?.get("page"), "9")
  })
})

describe("any header", () => {
  const PIECES = [
    "<",
    ">",
    ";",
    ",",
    '"',
    "\\",
    "=",
    " ",
    "\t",
    "?page=2",
    "rel",
    "=next",
    "next",
    '"next"',
    "<?a=1>",
    "last"
  ]
  const Pieces = Schema.Array(Schema.Union([Schema.Literals(PIECES), Schema.String]))

  it.prop("is parsed without failing", [Pieces], ([pieces]) => {
    next(pieces.join(""))
    linkLast({ link: pieces.join("") })
    return true
  })

  it.prop("without a next page gives none", [Pieces], ([pieces]) => {
    const link = pieces.join("").replace(/next/gi, "nxt")
    return next(link) === undefined
  })

  const Parameters = Schema.Record(Schema.String, Schema.String)
  it.prop("returns the query that was written into it, whatever surrounds it", [Parameters, Pieces], ([of, pieces]) => {
    const query = new URLSearchParams(of)
    const title = pieces.join("").replace(/[\\"]/g, "\\$&")
    const link = `<https://x.example/?p=1>; title="${title}"; rel="prev", <https://x.example/a,b;c?${query.toString()}>; rel="next"; title="${title}"`
    return query.size === 0 || next(link) === query.toString()
  })

  it("of ten times the length takes about ten times as long", () => {
    for (const piece of [
      "<",
      "<a",
      '<a>;rel="',
      '<a>; rel="\\"',
      "<a>;",
      "<?a=1>; rel=prev, ",
      '<a>;a="b',
      "; ",
      "<a>; x = "
    ]) {
      const millis = (chars: number) => {
        const link = piece.repeat(chars / piece.length)
        return cpuMillis(() => void next(link))
      }
      assert.isBelow(millis(1_000_000), 40 * (millis(100_000) + STEP_MILLIS), piece)
    }
  })
})

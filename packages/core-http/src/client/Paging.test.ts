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
    "<?page=1>; rel=first, page 2; rel='next'",
    '<?page=1>; rel="prev", <?page=2>; title="a',
    '<?page=2>; rel="last ne',
    '<?q=a<b&page=2>; rel="next"'
  ])("exists but cannot be read in %s", (link) => {
    assert.strictEqual(next(link), "unreadable")
  })

  it("is not taken for missing if the header is cut in the link to it or in its relation", () => {
    const link = '<?page=1>; rel=prev, <https://api.example/repos?page=3>; rel="next"'
    for (let end = link.indexOf("<h") + 1; end < link.length; end++) {
      const cut = link.slice(0, end)
      // Between both, it is cut to a whole link without a relation.
      if (!/>[^"]*$/.test(cut)) assert.strictEqual(next(cut), "unreadable", cut)
    }
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
    return [undefined, "unreadable"].includes(next(link))
  })

  /** Reads a header as RFC 8288, appendix B.2, says: character by character, to the first link to the next page. */
  const readByTheRfc = (link: string): string | undefined => {
    let rest = link
    const take = (pattern: RegExp): string | undefined => {
      const [whole, part] = pattern.exec(rest) ?? []
      rest = rest.slice(whole?.length ?? 0)
      return part ?? whole
    }
    for (;;) {
      take(/^[\s,]+/)
      const target = take(/^<([^>]*)>/)
      if (target === undefined) return undefined
      let relations: string | undefined
      while (take(/^\s*;/) !== undefined) {
        const name = take(/^\s*([^\s=;,]*)/)?.toLowerCase()
        const hasValue = take(/^\s*=\s*/) !== undefined
        const value = hasValue ? (take(/^"((?:[^"\\]|\\.)*)"/) ?? take(/^[^;,]*/) ?? "") : ""
        if (name === "rel") relations ??= value
      }
      if (relations?.trim().toLowerCase().split(/\s+/).includes("next") === true)
        return new URL(target, "https://api.example/repos?page=1").searchParams.toString()
      take(/^[^,]*/)
    }
  }

  const Target = Schema.Literals([
    "https://api.example/repos",
    "//api.example/a,b",
    "/repos;v=1/a,b",
    "../repos",
    "",
    "https://api.example/%3Cx%3E"
  ])
  const Query = Schema.Literals(["page=2", "after=Y3Vy%3D%3D&q=a,b;c", "q=%3Crel=next%3E&page=3", 'q="a', "q=x?y#z,"])
  const Link = Schema.Tuple([
    Target,
    Query,
    Schema.Array(Schema.Literals(['title="a, b; rel=next <x>"', "crossorigin", "type=x", 'title="\\""', "rev=next"])),
    Schema.Literals([
      'rel="next"',
      'rel="prev first"',
      'REL = "last  Next"',
      "rel=next",
      "rel=nextish",
      "rel=up; rel=next"
    ]),
    Schema.Literals([", ", ",", " ,\t,"])
  ])

  it.prop("has the next page that the RFC's own way to read it finds", [Schema.Array(Link)], ([links]) => {
    const link = links
      .map(
        ([target, query, more, rel, end]) =>
          `<${target}?${query}>${[...more, rel].map((each) => `; ${each}`).join("")}${end}`
      )
      .join("")
    const expected = readByTheRfc(link)
    assert.strictEqual(next(link), expected, link)
    return true
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

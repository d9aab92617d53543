import { assert, describe, it } from "vitest"

import { parseJson } from "./parse.ts"

const parse = (text: string) => parseJson(text, 256)

describe("an integer", () => {
  it.each([
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740992", "9007199254740992"],
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993", "-9007199254740993"],
    ["18446744073709551615", "18446744073709551615"],
    [`1${"0".repeat(400)}`, `1${"0".repeat(400)}`]
  ])("%s is %o in any position", (text, value) => {
    assert.strictEqual(parse(text), value)
    assert.strictEqual(parse(`\n\t${text}\n`), value)
    assert.deepStrictEqual(parse(`{"id":${text}}`), { id: value })
    assert.deepStrictEqual(parse(`{ "ids" : [1,${text}, ${text}] }`), { ids: [1, value, value] })
    assert.deepStrictEqual(parse(`[${text}]`), [value])
  })
})

it.each([
  ["0.12345678901234567", Number("0.12345678901234567")],
  ["1234567890123456.5", 1234567890123456.5],
  ["12345678901234567e3", Number("12345678901234567e3")],
  ["1e300", 1e300],
  ['"12345678901234567"', "12345678901234567"],
  ['"at 12345678901234567"', "at 12345678901234567"]
])("%s is left as it is", (text, value) => {
  assert.deepStrictEqual(parse(`{"n":${text},"long":12345678901234567}`), { n: value, long: "12345678901234567" })
  assert.deepStrictEqual(parse(`{"n":${text}}`), { n: value })
})

it.each(["1e400", "-1E+999", `${"9".repeat(400)}.5`, "2.5e1000"])(
  "%s is the string of its digits, because no number is that large",
  (text) => {
    assert.strictEqual(parse(text), text)
    assert.deepStrictEqual(parse(`{"credits":{"charged":${text}},"ids":[${text}]}`), {
      credits: { charged: text },
      ids: [text]
    })
  }
)

it("keys stay data, prototypes stay what they are", () => {
  const value = parse('{"__proto__":{"polluted":true},"id":12345678901234567}') as object
  assert.deepStrictEqual(Object.keys(value), ["__proto__", "id"])
  assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
  assert.isUndefined(({} as { readonly polluted?: boolean }).polluted)
})

it("nesting deeper than allowed fails", () => {
  assert.deepStrictEqual(parseJson("[[1]]", 2), [[1]])
  assert.isUndefined(parseJson("[[1]]", 1))
  assert.isUndefined(parseJson("[".repeat(50_000) + "12345678901234567" + "]".repeat(50_000), 256))
})

it.each(["", "{", '{"id":', '{"id":012345678901234567}', "12345678901234567 12345678901234567", "NaN"])(
  "%o is not JSON",
  (text) => assert.throws(() => parse(text), SyntaxError)
)

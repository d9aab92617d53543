import { describe, expect, it } from "vitest"

import { idOf, makeLines } from "./message-lines.ts"

const bytes = (text: string) => Buffer.from(text)

describe("lines from chunks", () => {
  it("are complete, however the chunks are cut, and blank ones are dropped", () => {
    const text = `{"a":"é"}\r\n\n  \n{"b":"日本"}\n{"c"`
    const whole = bytes(text)
    for (let size = 1; size <= whole.length; size++) {
      const lines = makeLines(100)
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        lines(whole.subarray(n * size, (n + 1) * size))
      ).flat()
      expect(chunks).toEqual([
        { _tag: "Line", text: '{"a":"é"}\r' },
        { _tag: "Line", text: '{"b":"日本"}' }
      ])
    }
  })

  it("lose their middle if they are too long, without affecting the next one", () => {
    const long = `{"id":7,"params":"${"x".repeat(5_000)}","jsonrpc":"2.0"}`
    for (const size of [1, 7, 1_024, 10_000]) {
      const lines = makeLines(2_000)
      const whole = bytes(`${long}\n{"id":8}\n`)
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        lines(whole.subarray(n * size, (n + 1) * size))
      ).flat()
      expect(chunks).toEqual([
        { _tag: "TooLong", head: long.slice(0, 1_024), tail: long.slice(-1_024) },
        { _tag: "Line", text: '{"id":8}' }
      ])
    }
  })

  it("are no text if they are not UTF-8, because decoding would change them", () => {
    expect(makeLines(100)(Buffer.from([0x22, 0xff, 0x22, 0x0a]))).toEqual([{ _tag: "NoText" }])
  })

  it("may be exactly as long as the limit", () => {
    const tags = (text: string) => makeLines(5)(bytes(`${text}\n`)).map(({ _tag }) => _tag)
    expect([tags("12345"), tags("123456")]).toEqual([["Line"], ["TooLong"]])
  })
})

describe("a message's id from its two ends", () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{', "", 1],
    ['{ "method": "tools/call", "id" : "a-1" , "params"', "", "a-1"],
    ['{"id":0}', "", 0],
    ['{"method":"tools/call","params":{', '"}},"jsonrpc":"2.0","id":12}', 12],
    ['{"method":"tools/call","params":{', '"}},"id":"x","jsonrpc":"2.0"}\r', "x"],
    // An id inside `params` is not the message's id.
    ['{"method":"tools/call","params":{"id":3', '"id":4}}', null],
    ['{"method":"tools/call","params":{', 'and \\"id\\":5}', null],
    ['{"method":"tools/call","params":{', '"note":"\\"id\\":5}"}', null],
    ['{"params":{"jsonrpc":"2.0"}', '"id":null}', null]
  ])("%s … %s", (head, tail, id) => {
    expect(idOf(head, tail)).toBe(id)
  })
})

import { format, inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"

import {
  ProviderError,
  invalid,
  invalidReason,
  nothingOf,
  provesNothingDone,
  toJson,
  undocumented,
  withReason,
  type Reason
} from "./ProviderError.ts"

const facts = { what: "It failed." }

/** Every reason: whether the same call may succeed later, and whether the answer proves that nothing was done. */
const table: ReadonlyArray<readonly [Reason, { readonly retryable: boolean; readonly nothingDone: boolean }]> = [
  [
    { _tag: "Unauthorized", ...facts },
    { retryable: false, nothingDone: true }
  ],
  [
    { _tag: "Forbidden", ...facts },
    { retryable: false, nothingDone: true }
  ],
  [
    { _tag: "NotFound", ...facts },
    { retryable: false, nothingDone: true }
  ],
  [
    { _tag: "Conflict", ...facts },
    { retryable: false, nothingDone: true }
  ],
  [
    { _tag: "Invalid", fields: [], ...facts },
    { retryable: false, nothingDone: true }
  ],
  [
    { _tag: "RateLimited", ...facts },
    { retryable: true, nothingDone: true }
  ],
  [
    { _tag: "QuotaExhausted", ...facts },
    { retryable: false, nothingDone: true }
  ],
  [
    { _tag: "Refused", guard: "cap", ...facts },
    { retryable: false, nothingDone: true }
  ],
  [
    { _tag: "Unavailable", status: 503, ...facts },
    { retryable: true, nothingDone: false }
  ],
  [
    { _tag: "Timeout", sent: true, ...facts },
    { retryable: true, nothingDone: false }
  ],
  [
    { _tag: "Timeout", sent: false, ...facts },
    { retryable: true, nothingDone: true }
  ],
  [
    { _tag: "Transport", sent: true, ...facts },
    { retryable: true, nothingDone: false }
  ],
  [
    { _tag: "Transport", sent: false, ...facts },
    { retryable: true, nothingDone: true }
  ],
  [
    { _tag: "Decode", ...facts },
    { retryable: false, nothingDone: false }
  ]
]

const errorOf = (reason: Reason, charged?: "unknown") =>
  new ProviderError({ provider: "salesdata", operation: "enrichPerson", reason, ...(charged && { charged }) })

describe("ProviderError", () => {
  it.each(table)("$_tag: what may follow", (reason, expected) => {
    assert.strictEqual(errorOf(reason).isRetryable, expected.retryable)
    assert.strictEqual(provesNothingDone(reason), expected.nothingDone)
  })

  it("says what happened and leaves advice to the surface that shows it", () => {
    const error = errorOf({ _tag: "Decode", ...facts, remedy: { to: "retry" } })
    assert.strictEqual(error.message, "It failed.")
    assert.instanceOf(error, Error)
    assert.strictEqual(error._tag, "ProviderError")
    assert.include(String(error), "It failed.")
    assert.include(inspect(error), "It failed.")
  })

  it("is what has its tag, from whichever copy of the module, and no other error", () => {
    assert.instanceOf(Object.assign(new Error("It failed."), { _tag: "ProviderError" }), ProviderError)
    for (const other of [new Error("It failed."), Object.assign(new Error("It failed."), { _tag: "StorageError" })]) {
      assert.notInstanceOf(other, ProviderError)
    }
    assert.notInstanceOf({ _tag: "ProviderError" }, ProviderError)
  })

  it.each(["sent", "changed", "stored"] as const)("says what certainly did not happen: nothing was %s", (nothing) => {
    const error = errorOf({ _tag: "Decode", what: "It failed.", remedy: { to: "readAnswer" }, nothing })
    assert.strictEqual(error.message, `It failed. Nothing was ${nothing}.`)
  })
})

it("is not repeated by itself if it may have been charged, or may have been carried out", () => {
  const reason: Reason = { _tag: "Transport", sent: true, ...facts }
  const error = { provider: "salesdata", operation: "enrichPerson", reason } as const
  for (const open of [{ charged: "unknown" }, { outcome: "unknown" }] as const) {
    assert.isFalse(new ProviderError({ ...error, ...open }).isRetryable)
  }
})

it.each([
  ["unknownCharge", "Nothing was sent now."],
  ["uncached", "Nothing was sent now."],
  ["cap", "Nothing was sent."]
] as const)("a refusal by the guard %s says: %s", (guard, nothing) => {
  assert.strictEqual(nothingOf({ _tag: "Refused", guard, ...facts, nothing: "sent" }), nothing)
})

it("with another reason keeps its facts", () => {
  const error = new ProviderError({ ...errorOf({ _tag: "Decode", ...facts }, "unknown"), status: 200, raw: [1] })
  const reason: Reason = { _tag: "Conflict", ...facts }
  assert.deepInclude(withReason(error, reason), { provider: "salesdata", reason, charged: "unknown", status: 200 })
})

it.each([
  [[], "The answer is not as documented."],
  [["items.0.id", "next"], "The answer is not as documented: see items.0.id, next."]
])("an answer with the wrong fields %j is undocumented", (fields, what) => {
  assert.strictEqual(undocumented("codehost", "issues.list", fields).reason.what, what)
})

it("has an answer that was not understood in its JSON, or the beginning of a long one", () => {
  const rawOf = (raw: unknown) => {
    const reason: Reason = { _tag: "Decode", ...facts }
    return toJson(new ProviderError({ provider: "salesdata", operation: "enrichPerson", reason, raw })).error.raw
  }
  assert.deepStrictEqual(rawOf({ email: "ada@example.com" }), { email: "ada@example.com" })
  const exact = "x".repeat(14_000 - 2)
  assert.strictEqual(rawOf(exact), exact)
  const long = String(rawOf({ text: "é".repeat(20_000) }))
  assert.match(long, /^\{"text":"é+… \(the first 14000 bytes\)$/)
  assert.isAtMost(Buffer.byteLength(long), 14_100)
  assert.notProperty(toJson(errorOf({ _tag: "Decode", ...facts })).error, "raw")
})

describe("toJson", () => {
  const base = {
    message: "It failed.",
    provider: "salesdata",
    operation: "enrichPerson"
  }

  it.each<readonly [Reason, object]>([
    [{ _tag: "RateLimited", ...facts, retryAfterSeconds: 7 }, { retryAfterSeconds: 7 }],
    [{ _tag: "RateLimited", ...facts, retryAfterSeconds: 0 }, { retryAfterSeconds: 0 }],
    [{ _tag: "RateLimited", ...facts }, {}],
    [{ _tag: "QuotaExhausted", ...facts, resetsAt: "2026-03-11T00:00:00Z" }, { resetsAt: "2026-03-11T00:00:00Z" }],
    [{ _tag: "Forbidden", ...facts, needs: "repo" }, { needs: "repo" }],
    [{ _tag: "NotFound", ...facts, known: ["env"] }, { known: ["env"] }],
    [
      { _tag: "Invalid", ...facts, fields: [{ field: "abn", message: "no" }] },
      { fields: [{ field: "abn", message: "no" }] }
    ],
    [{ _tag: "Refused", ...facts, guard: "cap" }, { guard: "cap" }],
    [{ _tag: "Timeout", ...facts, sent: true }, {}]
  ])("shows exactly the pinned fields of a %o", (reason, extra) => {
    assert.deepStrictEqual<unknown>(toJson(errorOf(reason)), { error: { reason: reason._tag, ...base, ...extra } })
  })

  const refusal: Reason = {
    _tag: "Refused",
    guard: "cap",
    what: "The cap is reached.",
    remedy: { to: "raiseCap", cap: "day" },
    nothing: "sent"
  }

  it("returns facts if no surface has words for them", () => {
    assert.deepStrictEqual<unknown>(toJson(errorOf(refusal)).error, {
      reason: "Refused",
      message: "The cap is reached. Nothing was sent.",
      provider: "salesdata",
      operation: "enrichPerson",
      guard: "cap",
      remedy: { to: "raiseCap", cap: "day" },
      nothing: "sent"
    })
  })

  it("returns a surface's words in place of the facts that they cover", () => {
    assert.deepStrictEqual<unknown>(toJson(errorOf(refusal), "Nothing was sent. Raise the cap.").error, {
      reason: "Refused",
      message: "The cap is reached. Nothing was sent. Raise the cap.",
      provider: "salesdata",
      operation: "enrichPerson",
      fix: "Nothing was sent. Raise the cap.",
      guard: "cap"
    })
  })

  it("has no words if the surface has none", () => {
    const json = toJson(errorOf({ _tag: "Decode", what: "It failed." }), "").error
    assert.deepStrictEqual([json.message, "fix" in json], ["It failed.", false])
  })

  it("carries the unknown charge", () => {
    assert.strictEqual(toJson(errorOf({ _tag: "Timeout", ...facts, sent: true }, "unknown")).error.charged, "unknown")
  })

  it("is plain JSON", () => {
    const json = toJson(invalid("salesdata", "enrichPerson", [{ field: "abn", message: "has 10 digits" }]))
    assert.deepStrictEqual(JSON.parse(JSON.stringify(json)), json)
  })
})

describe("invalid", () => {
  it("names every field, and says that nothing was sent", () => {
    const error = invalid("salesdata", "enrichPerson", [
      { field: "email", message: "is not an e-mail address" },
      { field: "", message: "Give at least one identifier" }
    ])
    assert.strictEqual(error.message, "email is not an e-mail address; Give at least one identifier. Nothing was sent.")
    assert.deepStrictEqual(error.reason.remedy, { to: "correctInput" })
    assert.strictEqual(error.isRetryable, false)
  })
})

describe("an error of another copy of this module", () => {
  it("is one, as programs bundle a copy with each client", () => {
    const ofOther = Object.assign(new Error("It failed."), { _tag: "ProviderError" })
    assert.instanceOf(ofOther, ProviderError)
    class Own extends ProviderError {}
    assert.notInstanceOf(ofOther, Own)
    const { provider, operation, reason } = invalid("p", "o", [])
    assert.instanceOf(new Own({ provider, operation, reason }), Own)
    for (const other of [new Error("It failed."), { _tag: "ProviderError" }, null, "ProviderError"]) {
      assert.notInstanceOf(other, ProviderError)
    }
  })
})

describe("in a log", () => {
  const answerBody = { name: "Jane Doe", email: "jane@estuary.example", note: "\u001b[2J" }
  const error = new ProviderError({
    provider: "salesdata",
    operation: "enrichPerson",
    charged: "unknown",
    reason: { _tag: "Decode", what: "It cannot be read\u001b[31m.", remedy: { to: "readAnswer" } },
    raw: answerBody,
    resource: "GET /things/7",
    status: 418,
    requestId: "AB12"
  })

  it.each([
    ["console.log", inspect(error)],
    ["console.log of what holds it", inspect({ errors: [error] }, { depth: 9 })],
    ["%o", format("%o", error)],
    ["JSON", JSON.stringify({ error })]
  ])("with %s it says what happened and nothing from the response", (_, text) => {
    assert.include(text, "It cannot be read")
    const words = ["salesdata", "enrichPerson", "Decode", "unknown", "GET /things/7", "418", "AB12"]
    for (const word of words) assert.include(text, word)
    assert.notMatch(text, /jane|doe/i)
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    assert.notMatch(text, /\u001b/)
  })

  it("shows with console.log where it was made and that there is a response to read", () => {
    assert.match(
      inspect(error),
      /^ProviderError: It cannot be read.*\n +at .*ProviderError\.test\.ts[^]*read error\.raw/
    )
    assert.deepStrictEqual(error.raw, answerBody)
  })
})

describe("invalid input", () => {
  const wrong = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ field: `labels.${n}`, message: "must be a string" }))

  it("names every wrong field", () => {
    assert.strictEqual(invalidReason(wrong(2)).what, "labels.0 must be a string; labels.1 must be a string.")
    assert.lengthOf(invalidReason(wrong(20)).fields, 20)
  })

  it("names the first 20 of very many, and counts the rest", () => {
    const { what, fields } = invalidReason(wrong(60_000))
    assert.deepStrictEqual(fields, wrong(20))
    assert.match(what, /; labels\.19 must be a string; 59,980 more fields are wrong\.$/)
    assert.match(invalidReason(wrong(21)).what, /; 1 more field is wrong\.$/)
  })

  it("repeats only the beginning of long input", () => {
    const name = "😀".repeat(300_000)
    const { what, fields } = invalidReason([{ field: name, message: `is no field; ${name} is none either` }])
    assert.deepStrictEqual(
      [fields[0]?.field, fields[0]?.message.length, fields[0]?.message.endsWith("…")],
      [`${"😀".repeat(99)}…`, 1000, true]
    )
    assert.isBelow(what.length, 1300)
  })
})

// Every response in the table, through a real server and the whole client: checks the resulting reason and that its
// sentences are well formed.
import { advice, adviceOf } from "@inlay/agent-plugin/advice"
import { describe, expect, it } from "vitest"

import { answers } from "./answers.ts"
import { clients, reasonOf } from "./clients.ts"
import { serviceAnswers } from "./service-answers/index.ts"

const { client } = clients()
const server = answers()

/** Removes the quotation marks around the service's own words, which `marked-words.test.ts` tests. */
const withoutMarks = (text: string): string => text.replace(/[“”]/g, "")

it("are more than eighty", () => expect(serviceAnswers.length).toBeGreaterThan(80))

describe("the service's answer", () => {
  it.each(serviceAnswers.map((row) => [row.name, row] as const))("%s", async (_, row) => {
    server.answer(({ target }) =>
      row.endpoint?.startsWith("/repos/") !== true && target === "/repos/acme/widgets"
        ? { status: 404, body: { message: "Not Found" } }
        : { status: row.status, body: row.body, ...(row.headers !== undefined && { headers: row.headers }) }
    )
    const { call } = await client({ baseUrl: server.origin() })
    const { method = "GET", endpoint = "/repos/acme/widgets/issues" } = row
    const reason = await reasonOf(call({ operation: "apiCall", method, endpoint }))
    const words = `${reason.what} ${adviceOf(advice, { reason })}`.trim()
    expect([reason._tag, withoutMarks(words)]).toEqual([row.becomes, expect.stringMatching(row.says)])
    if (row.needs !== undefined) expect(reason).toMatchObject({ needs: row.needs })
    if (row.because !== undefined) expect(reason).toMatchObject({ because: row.because })
    if (row.fields !== undefined) {
      const fields = "fields" in reason ? reason.fields : []
      expect(fields.map(({ field, message }) => ({ field, message: withoutMarks(message) }))).toEqual(row.fields)
    }
    // Sentences are well formed, and nothing from an address's query or from the body apart from its message appears in
    // them.
    expect(words).not.toMatch(/[.:;,]\s*[:;,]|\.\.(?!\.)|: \.|\s\.|\?\w+=|s3cret|documentation_url/)
    expect(reason.what).toMatch(/[.!?…]”?$/)
    expect(words).toMatch(/[.]$/)
  })
})

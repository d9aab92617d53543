/** Answers with correct framing but wrong content. */
import { answers, GOOD, JSON_TYPE, type Faults } from "./fault.ts"

const PAGE = "<!doctype html><html><head><title>Sign in</title></head><body>Sign in to continue.</body></html>"

/** Beyond 2^53 - 1, a JavaScript number does not represent the integer exactly. */
const LONG_INTEGERS =
  '{"id":9007199254740993,"ids":[-9223372036854775808,18446744073709551615],"count":9007199254740991,"name":"Ada"}'

const PROTOTYPE_KEYS =
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":1,"id":7,"name":"Ada"}'

export const bodies = {
  "truncated-json": {
    describes: "JSON that ends in the middle, of the length it says",
    respond: answers(200, '{"id":7,"name":"Ad')
  },
  "html-200": { describes: "a sign-in page with 200", respond: answers(200, PAGE, { "content-type": "text/html" }) },
  "text-200": { describes: "plain text with 200", respond: answers(200, "OK", { "content-type": "text/plain" }) },
  "json-as-image": {
    describes: "JSON that calls itself an image",
    respond: answers(200, GOOD, { "content-type": "image/png" })
  },
  "empty-200": { describes: "200 and no body", respond: answers(200, "") },
  "nested-json": {
    describes: "JSON of 100,000 levels",
    respond: answers(200, "[".repeat(100_000) + "]".repeat(100_000))
  },
  "prototype-keys": {
    describes: "__proto__, constructor and the same key twice",
    respond: answers(200, PROTOTYPE_KEYS)
  },
  "long-integers": { describes: "integers past 2^53", respond: answers(200, LONG_INTEGERS) },
  "invalid-utf8": {
    describes: "JSON whose text is not valid UTF-8",
    respond: answers(
      200,
      Buffer.concat([Buffer.from('{"id":7,"name":"Ad'), Buffer.from([0xff, 0xe9]), Buffer.from('"}')])
    )
  },
  "byte-order-mark": { describes: "JSON after a UTF-8 byte order mark", respond: answers(200, `\uFEFF${GOOD}`) },
  "utf16-json": {
    describes: "JSON in UTF-16",
    respond: answers(200, Buffer.from(`\uFEFF${GOOD}`, "utf16le"), { "content-type": `${JSON_TYPE}; charset=utf-16` })
  },
  "endless-body": {
    describes: "a body without end, as fast as it is read",
    respond: ({ response }) => {
      response.writeHead(200, { "content-type": JSON_TYPE })
      const chunk = Buffer.alloc(64 * 1024, 0x20)
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on("drain", more)
      more()
    }
  }
} satisfies Faults

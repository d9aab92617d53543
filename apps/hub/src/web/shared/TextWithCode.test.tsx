// @vitest-environment happy-dom
import { render } from "preact"
import { expect, it } from "vitest"

import { TextWithCode } from "./TextWithCode.tsx"

it.each([
  ["A job has finished.", "A job has finished."],
  [
    "`outcome` is succeeded or failed; `conclusion` is a word.",
    "<code>outcome</code> is succeeded or failed; <code>conclusion</code> is a word."
  ],
  ["A ` that nothing closes <b>", "A ` that nothing closes &lt;b&gt;"]
])("%s", (text, html) => {
  const page = document.createElement("div")
  render(<TextWithCode text={text} />, page)
  expect(page.innerHTML).toBe(html)
})
